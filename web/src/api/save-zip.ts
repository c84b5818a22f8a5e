import { zipFiles } from '../lib/export/collect-files.ts';
import { describeIncomplete } from '../lib/export/exported-file.ts';
import type { ExportedFile } from '../lib/export/exported-file.ts';
import { askBeforeClose } from '../lib/ask-before-close.ts';
import { formatBytes } from '../lib/format.ts';
import { listWithVerb } from '../lib/name-language.ts';
import { FontsNotLoadedError } from '../lib/render/fonts.ts';
import { saveFile } from '../lib/save-file.ts';
import { createStore } from '../lib/store.ts';
import { sessionStore } from '../session/session-store.ts';
import { notify } from '../ui/notify.ts';

/** Gets what happens while the files of a zip are made. */
export interface ZipReport {
  /** Aborts when the user cancels the export or signs out. */
  signal: AbortSignal;
  /** Says which file is made now. */
  start: (label: string) => void;
  /** Says which file could not be made. */
  fail: (label: string, error: unknown) => void;
}

interface Zip {
  name: string;
  /** The number of files to make. */
  count: number;
  /** Makes each file when the file before it is in the zip. */
  makeFiles: (report: ZipReport) => AsyncIterable<ExportedFile>;
  /** Returns sentences about the files, after they were made. */
  listNotes?: () => readonly string[];
}

/** The number of the file that is made, and the number of all files. */
interface ZipProgress {
  current: number;
  count: number;
}

/** Undefined while no zip is made. The site makes one zip at a time, because a phone has little memory. */
export const zipProgress = createStore<ZipProgress | undefined>(() => undefined);

/** The result is another message than the progress, whose button to cancel would stay. It is shown for a while, in ms. */
const RESULT = { id: 'zip-result', duration: 15_000 };

/**
 * Makes and saves a zip of many files. A message shows the progress on every page, because a creator may go on to another page, and can
 * cancel. Import it lazily.
 */
export async function saveZip(zip: Zip): Promise<void> {
  if (zipProgress.get()) return;
  zipProgress.set({ current: 0, count: zip.count });
  const cancel = new AbortController();
  const unsubscribe = sessionStore.subscribe(() => {
    if (sessionStore.get().status === 'visitor') cancel.abort('signed out');
  });
  // Sonner may not show a message again whose id was just closed.
  const id = crypto.randomUUID();
  const making = makeZip(zip, id, cancel);
  void askBeforeClose(making);
  await making;
  notify.dismiss(id);
  unsubscribe();
  zipProgress.set(undefined);
}

/** Never throws: a message says what has failed. */
async function makeZip(zip: Zip, id: string, cancel: AbortController): Promise<void> {
  const { signal } = cancel;
  const failures = new Map<string, string[]>();
  const made: ExportedFile[] = [];
  const start = (label: string) => {
    const current = (zipProgress.get()?.current ?? 0) + 1;
    zipProgress.set({ current, count: zip.count });
    notify.loading(`Exporting ${current} of ${zip.count}: ${label}.`, {
      id,
      action: { label: 'Cancel', onClick: () => cancel.abort('canceled') },
    });
  };
  const fail = (label: string, error: unknown) => {
    const reason =
      error instanceof FontsNotLoadedError
        ? `${error.message} Check your connection and export again.`
        : 'The browser could not write the file.';
    failures.set(reason, [...(failures.get(reason) ?? []), label]);
  };
  try {
    const blob = await zipFiles(collect(zip.makeFiles({ signal, start, fail }), made));
    if (made.length > 0) saveFile(blob, zip.name);
    report(zip, { made, failures, bytes: blob.size });
  } catch {
    if (signal.reason === 'canceled') notify.info('The export was cancelled. No file was saved.', RESULT);
    else if (!signal.aborted) notify.error('The export failed. Check your connection and try again.', RESULT);
  }
}

/** Remembers the files without their contents, so that each content is in the memory once. */
async function* collect(files: AsyncIterable<ExportedFile>, made: ExportedFile[]) {
  for await (const file of files) {
    made.push({ ...file, blob: new Blob() });
    yield file;
  }
}

interface Result {
  made: readonly ExportedFile[];
  /** The names of what could not be made, by the reason. */
  failures: ReadonlyMap<string, readonly string[]>;
  bytes: number;
}

function report({ name, listNotes }: Zip, { made, failures, bytes }: Result): void {
  const lost = [...failures].map(([reason, labels]) => `${listWithVerb(labels)} missing: ${reason}`);
  const incomplete = made.filter((file) => file.incomplete).length;
  const sentences = [
    made.length > 0
      ? `Exported ${name}, ${made.length} ${made.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}.`
      : 'Nothing was exported.',
    ...lost,
    ...(incomplete > 0 ? [describeIncomplete(made.length, incomplete)] : []),
    ...(listNotes?.() ?? []),
  ];
  const kind = lost.length > 0 ? 'error' : sentences.length > 1 ? 'info' : 'success';
  notify[kind](sentences.join(' '), RESULT);
}
