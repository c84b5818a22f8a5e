import { ROUTES } from '../contract/routes.ts';
import { listThumbnailsRequest, readThumbnailRequest } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { parse } from './http/parse.ts';
import { listThumbnails, readThumbnail } from './thumbnails/list.ts';

/** GET /api/thumbnails: the caller's thumbnails, newest first. GET /api/thumbnails/{id}: one generation's state. */
export const handler = apiHandler(async ({ userId, event }) => {
  if (event.routeKey === ROUTES.readThumbnail) {
    const { id } = parse(readThumbnailRequest, event.pathParameters ?? {});
    return readThumbnail(userId, id);
  }
  return listThumbnails(userId, parse(listThumbnailsRequest, event.queryStringParameters ?? {}));
});
