import { ConnectionError, hasCode, isReferenceNotFound } from '../../../api/errors.ts';
import { createCutout } from '../api.ts';
import type { ReferenceUpload } from '../../../api/reference-upload.ts';
import { waitUntilOnline } from '../../../lib/online.ts';
import { wait } from '../../../lib/wait.ts';

const RETRY_INTERVAL_MS = 2_000;
const RETRY_TIMEOUT_MS = 60_000;

/**
 * Uploads an image and removes its background. After a lost response the same request is sent again: its id makes sure
 * that it costs credits once.
 * @returns the id of the cut-out
 * @throws the error that it ended with; ConnectionError when its outcome is unknown after a minute
 */
export async function makeCutout(
  userId: string,
  upload: ReferenceUpload,
  signal: AbortSignal,
): Promise<string> {
  const uploadId = await upload.getId();
  try {
    return await attempt(userId, uploadId, signal);
  } catch (error) {
    if (!isReferenceNotFound(error)) throw error;
    // The upload has expired. A failed cut-out keeps its id, so the second one needs another.
    return attempt(userId, await upload.getId({ expiredId: uploadId }), signal);
  }
}

async function attempt(userId: string, referenceId: string, signal: AbortSignal): Promise<string> {
  const generationId = crypto.randomUUID();
  for (let waited = 0; ; waited += RETRY_INTERVAL_MS) {
    try {
      await createCutout({ userId, referenceId, generationId }, signal);
      return generationId;
    } catch (error) {
      if (!isOutcomeUnknown(error) || waited >= RETRY_TIMEOUT_MS) throw error;
    }
    await wait(RETRY_INTERVAL_MS, signal);
    await waitUntilOnline(signal);
  }
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ConnectionError || hasCode(error, 'in_progress');
