import type { Design } from '#contract/design/design.ts';
import type { NamedImage } from '../api/export-thumbnails.ts';
import type { ExportedThumbnail } from '../api/export-finished.ts';
import { languagesZipName } from '../lib/export/add-to-file-name.ts';
import { describeIncomplete } from '../lib/export/exported-file.ts';
import { designKey, findUnsent } from './designs.ts';
import { outbox } from './outbox.ts';
import { saveFile } from '../lib/save-file.ts';
import { waitForUser } from '../session/session-store.ts';
import type { DownloadForm } from '../ui/download-menu.tsx';
import { reportFailure } from '../ui/lazy-part.tsx';
import { notify } from '../ui/notify.ts';

/** Saves one thumbnail, or several as a zip. The code for that loads with the first download. */
export async function downloadThumbnails(
  thumbnails: readonly NamedImage[],
  form: DownloadForm,
): Promise<void> {
  try {
    const settled = await settleDesigns(thumbnails);
    const { blob, name, incomplete, languages } = await (form === 'finished'
      ? import('../api/export-finished.ts').then(({ exportFinished }) => exportFinished(settled))
      : import('../api/export-thumbnails.ts').then(({ downloadOriginals }) => downloadOriginals(thumbnails)));
    saveFile(blob, name);
    const notes = incomplete ? [describeIncomplete(thumbnails.length, incomplete)] : [];
    if (languages) offerLanguages(settled, { name: languagesZipName(name), count: languages, notes });
    else if (incomplete) notify.info(notes.join(' '));
  } catch {
    // The sentence of the specification, section 8.
    notify.error(`Failed to download ${thumbnails.length === 1 ? 'image' : 'images'}. Please try again.`);
  }
}

interface LanguageFiles {
  /** The name of their zip. */
  name: string;
  count: number;
  /** Sentences about the files that were saved. */
  notes: readonly string[];
}

/** Offers the files in other languages. A list does not know the languages, so the question comes after the first file. */
function offerLanguages(thumbnails: readonly ExportedThumbnail[], { notes, ...zip }: LanguageFiles): void {
  const more =
    zip.count === 1
      ? 'One more file is in another language.'
      : `${zip.count} more files are in other languages.`;
  const download = async () => {
    const { exportInLanguages, saveZip } = await import('../api/export-in-languages.ts');
    await saveZip({ ...zip, makeFiles: (report) => exportInLanguages(thumbnails, report) });
  };
  notify.info([...notes, more].join(' '), {
    duration: 15_000,
    action: {
      label: 'Download them',
      onClick: () => void download().catch((error: unknown) => reportFailure(error, FAILED)),
    },
  });
}

const FAILED = 'Failed to download images. Please try again.';

/**
 * Waits for the saves of finish pages that were just left: the file is what they showed.
 * @returns the thumbnails, with the designs that this browser sends later
 */
export async function settleDesigns<T extends { id: string }>(
  thumbnails: readonly T[],
): Promise<(T & { unsent: Design | undefined })[]> {
  for (const { id } of thumbnails) await outbox.settle(designKey(id));
  const user = await waitForUser();
  return thumbnails.map((thumbnail) => ({
    ...thumbnail,
    unsent: user && findUnsent(user.id, thumbnail.id),
  }));
}
