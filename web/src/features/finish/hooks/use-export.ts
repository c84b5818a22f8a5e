import { useEffect, useState } from 'react';
import { EXPORT_LIMITS } from '../../../lib/export/encode-canvas.ts';
import { slug } from '../../../lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../../../lib/export/frame.ts';
import { formatBytes } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { notify } from '../../../ui/notify.ts';
import type { Rendering } from './use-rendering.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { FontsNotLoadedError } from '../../../lib/render/fonts.ts';
import { exportDesign, isOffered } from '../../../lib/render/export-design.ts';
import type { ExportSettings } from '../../../lib/render/export-design.ts';

/** Browsers encode a file on the thread that also handles the keys. No creator pauses this long in a word. */
const ENCODING_PAUSE_MS = 1_000;

/** Offers to export a finished image, with its settings and the size of the file that it becomes. */
export function useExport(finished: FinishedImage, rendering: Rendering | undefined, prompt: string) {
  const [chosen, setChosen] = useState<Partial<ExportSettings>>({});
  const [isBusy, setIsBusy] = useState(false);
  const settings: ExportSettings = {
    size: DEFAULT_SIZE,
    format: 'jpeg',
    limit: 'phone',
    name: slug(prompt),
    ...chosen,
  };
  if (!isOffered(settings.size, finished)) settings.size = DEFAULT_SIZE;

  const save = async () => {
    setIsBusy(true);
    try {
      const { name, blob } = await exportDesign(finished, settings);
      saveFile(blob, name);
      const file = `Exported ${name}, ${formatBytes(blob.size)}.`;
      if (isComplete(finished)) notify.success(file);
      else notify.info(`${file} It leaves out a cut-out that is not available.`);
    } catch (error) {
      notify.error(
        error instanceof FontsNotLoadedError
          ? `Nothing was exported: ${error.message} Check your connection and try again.`
          : 'Failed to export the thumbnail. Please try again.',
      );
    }
    setIsBusy(false);
  };

  const fileBytes = useFileBytes(useDebounced(rendering?.finished, ENCODING_PAUSE_MS), settings);

  return {
    settings,
    isBusy,
    fileBytes,
    /** Only a PNG can be: a JPEG is made as small as its limit. */
    isTooLarge: settings.format === 'png' && (fileBytes ?? 0) >= EXPORT_LIMITS[settings.limit],
    change: (changes: Partial<ExportSettings>) => setChosen({ ...chosen, ...changes }),
    save: () => void save(),
  };
}

/** Whether no visible layer is without its picture. */
const isComplete = ({ design, cutouts }: FinishedImage): boolean =>
  design.layers.every(
    (layer) => layer.kind !== 'cutout' || layer.hidden === true || cutouts.has(layer.cutoutId),
  );

export type Export = ReturnType<typeof useExport>;

/** The size of the file that an export makes. Undefined until it is known. */
function useFileBytes(finished: FinishedImage | undefined, { size, format, limit }: ExportSettings) {
  const [known, setKnown] = useState<{ key: string; bytes: number }>();
  const key = `${format} ${size.width} ${limit}`;

  useEffect(() => {
    if (!finished) return;
    const outdated = new AbortController();
    const { signal } = outdated;
    exportDesign(finished, { size, format, limit, name: '' }, signal)
      .then(({ blob }) => {
        if (!signal.aborted) setKnown({ key, bytes: blob.size });
      })
      // The size stays unknown. The export itself reports the reason.
      .catch(() => undefined);
    return () => outdated.abort();
    // `key` stands for the settings of the file.
  }, [finished, key]);

  return known?.key === key ? known.bytes : undefined;
}
