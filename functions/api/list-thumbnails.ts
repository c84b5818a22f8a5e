import {
  listGenerationsSchemas,
  listThumbnailsSchemas,
  publicListSchemas,
  publicReadSchemas,
  readThumbnailSchemas,
} from '#contract/endpoints/schemas.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { listGenerations } from '../thumbnails/lists/list-generations.ts';
import { listThumbnails } from '../thumbnails/lists/list-thumbnails.ts';
import { readThumbnail } from '../thumbnails/lists/read-thumbnail.ts';

/** The endpoints of this function. */
export const endpoints = {
  /** GET /api/thumbnails: lists the caller's thumbnails, newest first. */
  listThumbnails: publicHandler(
    'listThumbnails',
    publicListSchemas,
    apiHandler('listThumbnails', listThumbnailsSchemas, ({ userId, query }) => listThumbnails(userId, query)),
  ),
  /** GET /api/thumbnails/{id}: reads the state of one generation. */
  readThumbnail: publicHandler(
    'readThumbnail',
    publicReadSchemas,
    apiHandler('readThumbnail', readThumbnailSchemas, ({ userId, params }) =>
      readThumbnail(userId, params.id),
    ),
  ),
  /** GET /api/generations: lists the caller's waiting and pending generations, newest first. */
  listGenerations: apiHandler('listGenerations', listGenerationsSchemas, ({ userId }) =>
    listGenerations(userId),
  ),
};

export const handler = apiRouter('list-thumbnails', endpoints);
