import { requireOpen } from './accounts/require-open.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';
import { listGenerations } from './gallery/list-generations.ts';
import { listThumbnails, readThumbnail } from './gallery/list-thumbnails.ts';

export const handler = apiRouter({
  /** GET /api/thumbnails: lists the caller's thumbnails, newest first. */
  listThumbnails: apiHandler('listThumbnails', async ({ query, ...caller }) => {
    await requireOpen(caller);
    return listThumbnails(caller.userId, query);
  }),
  /** GET /api/thumbnails/{id}: reads the state of one generation. */
  readThumbnail: apiHandler('readThumbnail', async ({ params, ...caller }) => {
    await requireOpen(caller);
    return readThumbnail(caller.userId, params.id);
  }),
  /** GET /api/generations: lists the caller's generations that wait or run, newest first. */
  listGenerations: apiHandler('listGenerations', async (caller) => {
    await requireOpen(caller);
    return listGenerations(caller.userId);
  }),
});
