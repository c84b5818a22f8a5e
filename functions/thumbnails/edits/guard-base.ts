import { LIMITS } from '#contract/limits.ts';
import { buildImageKey } from '../../images/image-bucket.ts';
import { CodedError, InvalidRequestError } from '../../platform/errors.ts';
import { allOf, atMost, type Condition, equals, isMet } from '../../platform/expressions.ts';
import type { Guards } from '../generation/reserve-generation.ts';
import type { Mask } from './mask.ts';
import { checkRow, IS_THUMBNAIL } from '../table/check-row.ts';

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
export function createGuards({ userId, thumbnailId, baseId, mask }: GuardInput): Guards {
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
  const exists = baseId === thumbnailId ? IS_THUMBNAIL : isEdit;
  const check = (generationId: string, condition: Condition) => checkRow({ userId, generationId }, condition);
  return {
    ...(baseId !== thumbnailId && {
      thumbnail: { write: check(thumbnailId, IS_THUMBNAIL), refuse: () => new CodedError('not_found') },
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
