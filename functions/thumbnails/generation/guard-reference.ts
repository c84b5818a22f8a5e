import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import { buildImageKey } from '../../images/image-bucket.ts';
import { missingThumbnailError } from '../../images/references/load-reference.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { allOf, equals } from '../../platform/expressions.ts';
import { checkRow, IS_THUMBNAIL } from '../table/check-row.ts';
import type { GenerationKey } from '../table/rows.ts';
import type { Guards } from './reserve-generation.ts';

/**
 * Creates the check of the thumbnail that is the reference of a generation. The transaction that takes the credits contains the check, so
 * a reference that cannot be used takes no credit and needs no further call.
 * @throws InvalidRequestError if the generation is its own reference.
 */
export function createReferenceGuard({
  userId,
  generationId,
  reference,
}: GenerationKey & { reference: ReferenceRequest | undefined }): Guards {
  if (reference?.kind !== 'thumbnail') return {};
  const { id } = reference;
  // The transaction would contain an item twice, which DynamoDB does not allow.
  if (id === generationId) {
    throw new InvalidRequestError('reference.id must not be the id of the new thumbnail', {
      params: { field: 'reference.id' },
    });
  }
  // The image is loaded from this key.
  const condition = allOf(IS_THUMBNAIL, equals('imageKey', buildImageKey(userId, id)));
  const write = checkRow({ userId, generationId: id }, condition);
  return { reference: { write, refuse: missingThumbnailError } };
}
