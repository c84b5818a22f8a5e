import { useSyncExternalStore } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { zipProgress } from '../../../api/save-zip.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { DownloadIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useExporting } from './export-context.ts';
import { exportAllLanguages } from './export-languages.ts';
import './export-languages.css';

/** Exports the design in all its languages, as one zip. Shows nothing for a design without translations. */
export default function ExportLanguages({ variant }: { variant: 'outline' | 'quiet' }) {
  const { editor, complete } = useEditedDesign();
  const { settings } = useExporting();
  const progress = useSyncExternalStore(zipProgress.subscribe, zipProgress.get);
  const { layers } = editor.original;
  const count = listLanguages(layers).length + 1;
  if (count === 1) return null;
  const isOff = complete === undefined || progress !== undefined;
  return (
    <Button
      variant={variant}
      className="export-languages"
      aria-disabled={isOff} // A disabled button would lose the focus with its press.
      onClick={({ currentTarget }) => {
        if (isOff) return;
        // The settings would cover the message with the progress.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void exportAllLanguages(withOriginalTexts(complete, layers), settings);
      }}
    >
      {progress ? <Spinner /> : <DownloadIcon />} <span>Export all languages</span>
      <small>{progress ? `${progress.current} of ${progress.count}` : `${count} files, one zip`}</small>
    </Button>
  );
}

/** Returns an image with the texts as they are stored. The page may show the image in another language. */
function withOriginalTexts(shown: MarkedImage, layers: readonly Layer[]): MarkedImage {
  const texts = new Map(layers.filter(({ kind }) => kind === 'text').map((layer) => [layer.id, layer]));
  const { design } = shown;
  const original = design.layers.map((layer) => texts.get(layer.id) ?? layer);
  return { ...shown, design: { ...design, layers: original } };
}
