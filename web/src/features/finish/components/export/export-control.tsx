import { useId } from 'react';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { formatBytes } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChevronIcon } from '../../../../ui/icons.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { FinishedImage } from '../../model/render/finished-image.ts';
import { ExportSettingsPanel } from './export-settings-panel.tsx';
import { formatName, formatSize } from '../../model/format-settings.ts';
import type { Export } from '../../hooks/use-export.ts';
import './export-control.css';

interface ExportControlProps {
  finished: FinishedImage;
  exporting: Export;
  /** The thumbnail whose original can be downloaded. */
  thumbnail: Thumbnail;
  onCrop: (crop: number) => void;
}

/** The button that exports the finished image, and the settings of the file. */
export function ExportControl({ finished, exporting, thumbnail, onCrop }: ExportControlProps) {
  const id = useId();
  const { settings, fileBytes, isBusy } = exporting;
  return (
    <div className="export">
      <p className="export-estimate">
        {fileBytes !== undefined &&
          `${formatSize(settings.size)} ${formatName(settings.format)}, ${formatBytes(fileBytes)}`}
      </p>
      <div className="export-buttons">
        <Button variant="primary" disabled={isBusy} onClick={exporting.save}>
          {isBusy && <Spinner />} Export
        </Button>
        <Button variant="primary" aria-label="File settings" popoverTarget={id}>
          <ChevronIcon />
        </Button>
      </div>
      <div id={id} popover="auto" role="dialog" aria-label="File settings" className="export-settings">
        <ExportSettingsPanel
          finished={finished}
          exporting={exporting}
          thumbnail={thumbnail}
          onCrop={onCrop}
        />
      </div>
    </div>
  );
}
