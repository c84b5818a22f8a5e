import { useEffect, useEffectEvent, useState } from 'react';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import { EXPORT_LIMITS } from '../../../lib/export/encode-canvas.ts';
import { HiddenPixelsError } from '../../../lib/export/hidden-pixels.ts';
import { slug } from '../../../lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../../../lib/export/frame.ts';
import { formatBytes } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { reportFailure } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import type { Parts } from '../editor/use-parts.ts';
import type { Rendering } from '../editor/use-rendering.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { exportDesign, isOffered } from '../../../lib/render/export-design.ts';
import { exportFile } from './export-file.ts';
import type { FileSettings } from './export-file.ts';

/** Browsers encode a file on the thread that also handles the keys. No creator pauses this long in a word. */
const ENCODING_PAUSE_MS = 1_000;

/** Gets the exported file; undefined if the export fails. A message then says so. */
type Deliver = (file: ExportedFile | undefined) => void | Promise<void>;

/** The file that the creator has asked for. */
interface Wanted {
  deliver: Deliver;
  /** @default the format of the settings */
  format?: FileSettings['format'] | undefined;
}

interface UseExportOptions {
  /** The complete image that the page shows. Undefined while a part of the image is not loaded. */
  complete: MarkedImage | undefined;
  parts: Pick<Parts, 'status' | 'problem'>;
  rendering: Rendering | undefined;
  /** Names the file. */
  name: string;
}

/**
 * Offers to export a finished image, with its settings and the size of the file that it becomes. The export waits until
 * everything that the design shows has loaded.
 */
export function useExport({ complete, parts, rendering, name: title }: UseExportOptions) {
  const [chosen, setChosen] = useState<Partial<FileSettings>>({});
  /** Is exported as soon as the image is complete. */
  const [waiting, setWaiting] = useState<Wanted>();
  const [isEncoding, setIsEncoding] = useState(false);
  const settings: FileSettings = {
    size: DEFAULT_SIZE,
    format: 'jpeg',
    limit: 'phone',
    name: slug(title),
    ...chosen,
  };
  if (complete && !isOffered(settings.size, complete)) settings.size = DEFAULT_SIZE;

  const save = async (finished: MarkedImage, { deliver, format = settings.format }: Wanted) => {
    setIsEncoding(true);
    const file = await exportFile(finished, { ...settings, format }).catch((error: unknown) => {
      const isHidden = error instanceof HiddenPixelsError;
      reportFailure(error, isHidden ? error.message : 'Failed to export the thumbnail. Please try again.');
      return undefined;
    });
    await deliver(file);
    setIsEncoding(false);
  };
  const endWaiting = useEffectEvent(() => {
    if (!waiting || parts.status === 'loading') return;
    setWaiting(undefined);
    if (complete) void save(complete, waiting);
    else {
      notify.error(`Nothing was exported: ${parts.problem} Check your connection and try again.`);
      void waiting.deliver(undefined);
    }
  });
  useEffect(() => endWaiting(), [waiting, parts.status]);

  const fileBytes = useFileBytes(useDebounced(rendering?.finished, ENCODING_PAUSE_MS), settings);

  return {
    settings,
    isBusy: waiting !== undefined || isEncoding,
    fileBytes,
    /** True if a PNG is larger than its limit. A JPEG is always made small enough. */
    isTooLarge: settings.format === 'png' && (fileBytes ?? 0) >= EXPORT_LIMITS[settings.limit],
    change: (changes: Partial<FileSettings>) => setChosen({ ...chosen, ...changes }),
    save: () => setWaiting({ deliver: download }),
    /** Exports the file, and gives it to a function. */
    exportTo: (deliver: Deliver, format?: FileSettings['format']) => setWaiting({ deliver, format }),
  };
}

function download(exported: ExportedFile | undefined): void {
  if (exported === undefined) return;
  const { name, blob, incomplete } = exported;
  saveFile(blob, name);
  const file = `Exported ${name}, ${formatBytes(blob.size)}.`;
  if (!incomplete) notify.success(file);
  else notify.info(`${file} It leaves out a cut-out that is not available.`);
}

export type Export = ReturnType<typeof useExport>;

/** The size of the file that an export makes. Undefined until it is known. A Photoshop file has no limit, so it is not measured. */
function useFileBytes(finished: MarkedImage | undefined, { size, format, limit }: FileSettings) {
  const key = `${format} ${size.width} ${limit}`;
  // After a failure, the size stays unknown. The export itself reports the reason.
  const { data: known } = useLoaded(
    (signal) =>
      finished && format !== 'psd'
        ? exportDesign(finished, { size, format, limit, name: '' }, signal).then(({ blob }) => ({
            key,
            bytes: blob.size,
          }))
        : undefined,
    [finished, key],
  );
  return known?.key === key ? known.bytes : undefined;
}
