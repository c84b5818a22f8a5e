import { requireOpen } from './accounts/require-open.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';
import { listThumbnails, readThumbnail } from './thumbnails/list-thumbnails.ts';

export const handler = apiRouter({
  /** GET /api/thumbnails: lists the caller's thumbnails, newest first. */
  listThumbnails: apiHandler('listThumbnails', async ({ userId, query }) => {
    await requireOpen(userId);
    return listThumbnails(userId, query);
  }),
  /** GET /api/thumbnails/{id}: reads the state of one generation. */
  readThumbnail: apiHandler('readThumbnail', async ({ userId, params }) => {
    await requireOpen(userId);
    return readThumbnail(userId, params.id);
  }),
});
