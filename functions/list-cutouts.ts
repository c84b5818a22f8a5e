import { listCutouts } from './cutouts/list-cutouts.ts';
import { apiHandler } from './http/api-handler.ts';

/** GET /api/cutouts: lists the caller's cut-outs, newest first. */
export const handler = apiHandler('listCutouts', ({ userId }) => listCutouts(userId));
