import { createEditSchemas } from '#contract/schemas.ts';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '#contract/limits.ts';
import type { Mask } from '../thumbnails/edits/mask.ts';
import { planEdit } from '../thumbnails/edits/plan-edit.ts';
import { createPending, type Guards } from '../thumbnails/generation/reserve-generation.ts';
import { runGeneration } from '../thumbnails/generation/run-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { buildImageKey } from '../images/image-bucket.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { CodedError, InvalidRequestError } from '../platform/errors.ts';
import {
  absent,
  allOf,
  atMost,
  buildCondition,
  type Condition,
  equals,
  isMet,
} from '../platform/expressions.ts';
import { atKey } from '../platform/tables.ts';
import { THUMBNAILS } from '../thumbnails/table/rows.ts';
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
    const { plan, mask } = planEdit({ userId, baseId, operation });
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

export const handler = publicHandler('createEdit', createEdit);

interface GuardInput {
  userId: string;
  thumbnailId: string;
  /** The id of the base: the thumbnail or one of its edits. */
  baseId: string;
  mask: Mask | undefined;
}

/**
 * Creates the checks of the thumbnail and of the base. If the thumbnail is the base, there is only one check, because a transaction must
 * not contain an item twice.
 */
function createGuards({ userId, thumbnailId, baseId, mask }: GuardInput): Guards {
  const isThumbnail = allOf(equals('status', 'succeeded'), absent('kind'));
  const isEdit = allOf(
    equals('status', 'succeeded'),
    equals('kind', 'edit'),
    equals('thumbnailId', thumbnailId),
  );
  // An upscaled image cannot be a base. Its key has another type.
  const isEditable = equals('imageKey', buildImageKey(userId, baseId));
  // After the service has answered, there might not be enough time to compose a larger image.
  const fits = allOf(atMost('width', LIMITS.editBaseWidth), atMost('height', LIMITS.editBaseHeight));
  const size = mask && allOf(equals('width', mask.width), equals('height', mask.height));
  const exists = baseId === thumbnailId ? isThumbnail : isEdit;
  const check = (generationId: string, condition: Condition) => ({
    ConditionCheck: {
      ...atKey(THUMBNAILS, { userId, generationId }),
      ...buildCondition(condition),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  });
  return {
    ...(baseId !== thumbnailId && {
      thumbnail: { write: check(thumbnailId, isThumbnail), refuse: () => new CodedError('not_found') },
    }),
    base: {
      write: check(baseId, allOf(exists, isEditable, fits, ...(size ? [size] : []))),
      refuse(item) {
        if (item === undefined || !isMet(exists, item)) return new CodedError('not_found');
        if (!isMet(isEditable, item)) {
          return new CodedError('edit_not_possible', { params: { reason: 'upscaledBase' } });
        }
        const pixels = `${String(item['width'])} x ${String(item['height'])}`;
        if (!isMet(fits, item)) {
          const limit = `${LIMITS.editBaseWidth} x ${LIMITS.editBaseHeight}`;
          return new CodedError('edit_not_possible', { params: { reason: 'baseTooLarge', pixels, limit } });
        }
        return new InvalidRequestError(`operation.mask must have ${pixels} pixels`, {
          params: { field: 'operation.mask' },
        });
      },
    },
  };
}
