import { lazy, useId } from 'react';
import { isFinished } from '#contract/design/is-finished.ts';
import { formatBytes } from '../../../lib/format.ts';
import { formatSize } from '../../../lib/render/export-design.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { useExporting } from './export-context.ts';
import './export-control.css';

const ExportSettings = lazy(() => import('./export-settings.tsx'));

/** The button that exports the finished image, and the settings of the file. */
export function ExportControl() {
  const { thumbnail, offers } = useFinishPage();
  const { finished, complete = finished } = useEditedDesign();
  const exporting = useExporting();
  const id = useId();
  const { settings, fileBytes, isBusy, save } = exporting;
  // The first thing to do with an unchanged image is to add a layer.
  const variant = isFinished(finished.design) ? 'primary' : 'outline';
  const file =
    fileBytes === undefined
      ? undefined
      : `${formatSize(settings.size)} ${settings.format.toUpperCase()}, ${formatBytes(fileBytes)}`;
  return (
    <div className="export">
      <p id={`${id}-file`} className="visually-hidden">
        {file}
      </p>
      <div className="export-buttons">
        <Button
          variant={variant}
          disabled={isBusy}
          title={file}
          aria-describedby={`${id}-file`}
          onClick={save}
        >
          {isBusy && <Spinner />} <span>Export</span>
        </Button>
        <Button variant={variant} aria-label="File settings" popoverTarget={id}>
          <ChevronIcon />
        </Button>
      </div>
      <div id={id} popover="auto" role="dialog" aria-label="File settings" className="export-settings">
        <LazyPart>
          <ExportSettings
            exporting={exporting}
            finished={complete}
            canUpscale={offers.editServices.some(({ service }) => service === 'upscale')}
            thumbnail={thumbnail}
          />
        </LazyPart>
      </div>
    </div>
  );
}
