import { createEditSchemas } from '../contract/schemas.ts';
import { randomUUID } from 'node:crypto';
import { createEdit } from './edits/create-edit.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { signImageUrls } from './images/image-urls.ts';
import { readLinePosition } from './waiting-line/line-position.ts';

/**
 * POST /api/edits: changes an image of a thumbnail, at the price of the service. Answers 202 if the service is busy and the
 * edit waits in line.
 */
const createEditHandler = apiHandler(
  'createEdit',
  createEditSchemas,
  async ({ body, remainingMs, ...caller }) => {
    const { userId, email, authenticatedAt } = caller;
    const { editId = randomUUID(), thumbnailId, baseId, operation } = body;
    const edit = await createEdit(
      { userId, email, authenticatedAt, editId, thumbnailId, baseId, operation },
      remainingMs,
    );
    if (edit.status === 'waiting') return { editId, status: 'waiting', ...(await readLinePosition(edit)) };
    const { url: imageURL, previewURL } = await signImageUrls(edit);
    const { width, height } = edit;
    return { editId, imageURL, previewURL, width, height };
  },
  (response) => ('status' in response ? 202 : 200),
);

export const handler = publicHandler('createEdit', createEditHandler);
