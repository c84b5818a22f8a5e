import { createEditSchemas, publicEditSchemas } from '#contract/endpoints/edit-requests.ts';
import { randomUUID } from 'node:crypto';
import { createGuards } from '../thumbnails/edits/guard-base.ts';
import { planEdit } from '../thumbnails/edits/plan-edit.ts';
import { createPending } from '../thumbnails/generation/reserve-generation.ts';
import { runGeneration } from '../thumbnails/generation/run-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { InvalidRequestError } from '../platform/errors.ts';
import { readLinePosition } from '../thumbnails/waiting-line/lines.ts';

/**
 * POST /api/edits: changes an image of a thumbnail, at the price of the service. Answers 202 if the service is busy and the edit waits in
 * line. An edit is a kind of generation: it is paid, refunded, audited, exported and deleted like every generation, and it can wait. The
 * transaction that takes the credits also checks the thumbnail and the base.
 */
const createEdit = apiHandler(
  'createEdit',
  createEditSchemas,
  async ({ body, remainingMs, ...requester }) => {
    const { userId } = requester;
    const { editId = randomUUID(), thumbnailId, baseId, operation } = body;
    // The transaction would contain an item twice, which DynamoDB does not allow.
    if (editId === thumbnailId || editId === baseId) {
      throw new InvalidRequestError('editId must not be the id of an image', { params: { field: 'editId' } });
    }
    const { plan, mask } = planEdit({ userId, thumbnailId, baseId, operation });
    const { mask: maskText, ...summary } = { mask: undefined, ...operation };
    const source = { kind: 'edit', thumbnailId, baseId, operation: summary, prompt: '' } as const;
    const pending = createPending({ userId, generationId: editId, ...source }, plan.model);
    const guards = createGuards({ userId, thumbnailId, baseId, mask });
    const edit = await runGeneration(pending, {
      plan,
      requester,
      guards,
      input: { ...(maskText !== undefined && { mask: maskText }) },
      remainingMs,
    });
    if (edit.status === 'waiting') return { editId, status: 'waiting', ...(await readLinePosition(edit)) };
    const { url: imageURL, previewURL } = await signImageUrls(edit);
    const { width, height } = edit;
    return { editId, imageURL, previewURL, width, height };
  },
  (response) => ('status' in response ? 202 : 200),
);

export const handler = publicHandler('createEdit', publicEditSchemas, createEdit);
