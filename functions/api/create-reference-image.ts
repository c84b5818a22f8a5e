import { createReferenceImageSchemas } from '#contract/endpoints/reference-requests.ts';
import { randomUUID } from 'node:crypto';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { signReferenceUpload } from '../images/references/reference-bucket.ts';

/** POST /api/reference-images: permits the upload of one reference image. */
export const handler = apiHandler(
  'createReferenceImage',
  createReferenceImageSchemas,
  async ({ userId, body }) => {
    await enforceRateLimit('uploads', userId);
    const id = randomUUID();
    return { id, upload: await signReferenceUpload(userId, id, body) };
  },
);
