import { requireOpen } from './accounts/require-open.ts';
import { requireNotSuspended } from './accounts/session.ts';
import { apiHandler } from './http/api-handler.ts';
import { saveDesign } from './thumbnails/save-design.ts';

/** PUT /api/thumbnails/{id}/design: saves the text and cut-outs that the caller placed on a thumbnail. */
export const handler = apiHandler('saveDesign', async ({ params, body, ...caller }) => {
  requireNotSuspended(await requireOpen(caller));
  return { version: await saveDesign({ userId: caller.userId, generationId: params.id, ...body }) };
});
