import { randomInt, randomUUID } from 'node:crypto';
import type { EditOperation } from '../../contract/edit-schemas.ts';
import type { Session } from '../accounts/caller.ts';
import type { Guards } from '../generation/reserve-generation.ts';
import { requireSucceeded } from '../generation/require-succeeded.ts';
import { runGeneration } from '../generation/run-generation.ts';
import { buildImageKey } from '../images/image-bucket.ts';
import { SEED_LIMIT } from '../models/adapter.ts';
import { CodedError, InvalidRequestError } from '../shared/errors.ts';
import { absent, allOf, buildCondition, type Condition, equals, isMet } from '../shared/expressions.ts';
import { atKey } from '../shared/tables.ts';
import {
  type PendingGeneration,
  type SucceededGeneration,
  THUMBNAILS,
  type WaitingGeneration,
} from '../thumbnails-table/rows.ts';
import type { Mask } from './mask.ts';
import { planEdit } from './plan-edit.ts';

interface CreateEditInput extends Session {
  /** A verified address; undefined if unknown. */
  email: string | undefined;
  /** The idempotency key, and the id of the edit. */
  editId: string;
  thumbnailId: string;
  /** The thumbnail or one of its edits. */
  baseId: string;
  operation: EditOperation;
}

/**
 * Changes an image of a thumbnail. An edit is a generation of another kind: it is paid, refunded, waits, is audited, exported
 * and deleted as one. The thumbnail and the base are checked in the transaction that takes the credits.
 * @param remainingMs remaining invocation time.
 * @throws InvalidRequestError for a mask that cannot be read or has another size than the base, and an operation that the stage
 * does not offer; `not_found` for a thumbnail or a base that the user does not have; CodedError `edit_not_possible` for an
 * upscaled base; otherwise what `runGeneration` and `requireSucceeded` throw.
 */
export async function createEdit(
  { userId, email, authenticatedAt, editId, thumbnailId, baseId, operation }: CreateEditInput,
  remainingMs: number,
): Promise<SucceededGeneration | WaitingGeneration> {
  const { plan, mask } = planEdit({ userId, baseId, operation });
  const createdAt = new Date().toISOString();
  const pending: PendingGeneration = {
    userId,
    generationId: editId,
    kind: 'edit',
    thumbnailId,
    baseId,
    operation: withoutMask(operation),
    prompt: '',
    seed: randomInt(1, SEED_LIMIT),
    model: plan.model.id,
    cost: plan.model.cost,
    status: 'pending',
    createdAt,
    startedAt: createdAt,
    attemptId: randomUUID(),
  };
  const edit = await runGeneration(pending, {
    plan,
    requester: { email, authenticatedAt },
    guards: createGuards({ userId, thumbnailId, baseId, mask }),
    input: { operation },
    remainingMs,
  });
  return edit.status === 'waiting' ? edit : requireSucceeded(edit);
}

function withoutMask(operation: EditOperation) {
  if (!('mask' in operation)) return operation;
  const { mask: _, ...summary } = operation;
  return summary;
}

interface GuardInput extends Pick<CreateEditInput, 'userId' | 'thumbnailId' | 'baseId'> {
  mask: Mask | undefined;
}

/** A transaction must not contain an item twice, so a thumbnail that is its own base has one guard. */
function createGuards({ userId, thumbnailId, baseId, mask }: GuardInput): Guards {
  const isThumbnail = allOf(equals('status', 'succeeded'), absent('kind'));
  const isEdit = allOf(
    equals('status', 'succeeded'),
    equals('kind', 'edit'),
    equals('thumbnailId', thumbnailId),
  );
  // An upscaled image is no base, and has a key of another type.
  const isEditable = equals('imageKey', buildImageKey(userId, baseId));
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
      write: check(baseId, allOf(exists, isEditable, ...(size ? [size] : []))),
      refuse(item) {
        if (item === undefined || !isMet(exists, item)) return new CodedError('not_found');
        if (!isMet(isEditable, item)) {
          return new CodedError('edit_not_possible', { params: { reason: 'upscaledBase' } });
        }
        return new InvalidRequestError(
          `operation.mask must have ${String(item['width'])} x ${String(item['height'])} pixels`,
          { params: { field: 'operation.mask' } },
        );
      },
    },
  };
}
