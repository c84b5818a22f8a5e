import { createEditSchemas } from '../contract/schemas.ts';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import type { Mask } from './edits/mask.ts';
import { planEdit } from './edits/plan-edit.ts';
import { createPending, type Guards } from './generation/reserve-generation.ts';
import { runGeneration } from './generation/run-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { buildImageKey } from './images/image-bucket.ts';
import { signImageUrls } from './images/image-urls.ts';
import { CodedError, InvalidRequestError } from './shared/errors.ts';
import {
  absent,
  allOf,
  atMost,
  buildCondition,
  type Condition,
  equals,
  isMet,
} from './shared/expressions.ts';
import { atKey } from './shared/tables.ts';
import { THUMBNAILS } from './thumbnails-table/rows.ts';
import { readLinePosition } from './waiting-line/lines.ts';

/**
 * POST /api/edits: changes an image of a thumbnail, at the price of the service. Answers 202 if the service is busy and the
 * edit waits in line. An edit is a generation of another kind: it is paid, refunded, waits, is audited, exported and deleted
 * as one. The thumbnail and the base are checked in the transaction that takes the credits.
 */
const createEdit = apiHandler(
  'createEdit',
  createEditSchemas,
  async ({ body, remainingMs, ...requester }) => {
    const { userId } = requester;
    const { editId = randomUUID(), thumbnailId, baseId, operation } = body;
    // A transaction must not contain an item twice.
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
  /** The thumbnail or one of its edits. */
  baseId: string;
  mask: Mask | undefined;
}

/** A thumbnail that is its own base has one guard, for the same reason. */
function createGuards({ userId, thumbnailId, baseId, mask }: GuardInput): Guards {
  const isThumbnail = allOf(equals('status', 'succeeded'), absent('kind'));
  const isEdit = allOf(
    equals('status', 'succeeded'),
    equals('kind', 'edit'),
    equals('thumbnailId', thumbnailId),
  );
  // An upscaled image is no base, and has a key of another type.
  const isEditable = equals('imageKey', buildImageKey(userId, baseId));
  // A larger image might not be composed in the time that is left after the service has answered.
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
