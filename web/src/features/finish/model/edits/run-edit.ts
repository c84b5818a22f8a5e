import type { ThumbnailEdit } from '../../../../../../contract/edit-schemas.ts';
import {
  ConnectionError,
  hasCode,
  isNotFound,
  readFailure,
  UnexpectedResponseError,
} from '../../../../api/errors.ts';
import { readThumbnail } from '../../../../api/thumbnails.ts';
import { waitUntilOnline } from '../../../../lib/online.ts';
import { wait } from '../../../../lib/wait.ts';
import { createEdit } from '../../api.ts';
import type { WordOperation } from './edit-operations.ts';

const POLL_INTERVAL_MS = 2_000;
/** How long an edit is polled after a lost response. The server refunds an abandoned one within ten minutes. */
const POLL_TIMEOUT_MS = 60_000;

export interface EditInput {
  userId: string;
  thumbnailId: string;
  /** The version that the edit starts from. */
  baseId: string;
  operation: WordOperation;
}

/** The place in the line. `ahead` is undefined if the server cannot tell. */
export interface EditPlace {
  ahead: number | undefined;
}

/**
 * Makes an edit over an unreliable connection. Its id makes the request idempotent: after a lost response it is sent again,
 * and costs credits once.
 * @param onPlace gets the place of an edit that waits; undefined while the service works.
 * @throws the error that it ended with; ConnectionError when its outcome is unknown after a minute.
 */
export async function runEdit(
  editId: string,
  input: EditInput,
  signal: AbortSignal,
  onPlace: (place: EditPlace | undefined) => void,
): Promise<ThumbnailEdit> {
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    try {
      const response = await createEdit({ editId, ...input }, signal);
      if ('status' in response) {
        onPlace({ ahead: response.ahead });
        return await followEdit(editId, input, signal, onPlace);
      }
      const { imageURL, previewURL, width, height } = response;
      return describe(editId, input, { url: imageURL, previewURL, width, height });
    } catch (error) {
      if (!isOutcomeUnknown(error) || waited >= POLL_TIMEOUT_MS) throw error;
    }
    await wait(POLL_INTERVAL_MS, signal);
    await waitUntilOnline(signal);
  }
}

/** Polls an edit that waits, until it has ended. */
async function followEdit(
  editId: string,
  input: EditInput,
  signal: AbortSignal,
  onPlace: (place: EditPlace | undefined) => void,
): Promise<ThumbnailEdit> {
  for (;;) {
    await wait(POLL_INTERVAL_MS, signal);
    await waitUntilOnline(signal);
    const edit = await readThumbnail(editId, signal).catch((error: unknown) => {
      if (!isOutcomeUnknown(error) || isNotFound(error)) throw error;
      return undefined;
    });
    if (edit?.status === 'failed') throw readFailure(edit);
    if (edit?.status === 'succeeded') return describe(editId, input, edit);
    if (edit !== undefined) onPlace(edit.status === 'waiting' ? { ahead: edit.ahead } : undefined);
  }
}

interface MadeImage {
  url?: string | undefined;
  previewURL?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

function describe(
  id: string,
  { baseId, operation }: EditInput,
  { url, previewURL, width, height }: MadeImage,
): ThumbnailEdit {
  if (url === undefined || width === undefined || height === undefined) throw new ConnectionError();
  const createdAt = new Date().toISOString();
  return { id, baseId, operation: summarize(operation), imageURL: url, previewURL, width, height, createdAt };
}

function summarize(operation: WordOperation): ThumbnailEdit['operation'] {
  if (operation.kind !== 'replace') return operation;
  const { kind, find, prompt } = operation;
  return { kind, find, prompt };
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof UnexpectedResponseError ||
  hasCode(error, 'in_progress');
