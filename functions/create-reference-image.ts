import { randomUUID } from 'node:crypto';
import { requireOpen } from './accounts/require-open.ts';
import { requireNotSuspended } from './accounts/caller.ts';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { signReferenceUpload } from './references/reference-bucket.ts';

/** POST /api/reference-images: permits the upload of one reference image. */
export const handler = apiHandler('createReferenceImage', async ({ body, ...caller }) => {
  requireNotSuspended(await requireOpen(caller));
  await enforceRateLimit('uploads', caller.userId);
  const id = randomUUID();
  return { id, upload: await signReferenceUpload(caller.userId, id, body) };
});
