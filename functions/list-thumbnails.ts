import { ROUTES } from '../contract/routes.ts';
import { listThumbnailsRequest, readThumbnailRequest } from '../contract/schemas.ts';
import { requireOpen } from './accounts/require-open.ts';
import { apiHandler } from './http/api-handler.ts';
import { parse } from './http/parse.ts';
import { listThumbnails, readThumbnail } from './thumbnails/list-thumbnails.ts';

/** GET /api/thumbnails: the caller's thumbnails, newest first. GET /api/thumbnails/{id}: one generation's state. */
export const handler = apiHandler(async ({ userId, event }) => {
  if (event.routeKey === ROUTES.readThumbnail) {
    const { id } = parse(readThumbnailRequest, event.pathParameters ?? {});
    await requireOpen(userId);
    return readThumbnail(userId, id);
  }
  const page = parse(listThumbnailsRequest, event.queryStringParameters ?? {});
  await requireOpen(userId);
  return listThumbnails(userId, page);
});
