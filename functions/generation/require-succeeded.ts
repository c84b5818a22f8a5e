import { GenerationInProgressError, NotFoundError } from '../shared/errors.ts';
import { GenerationFailedError } from '../shared/generation-failure.ts';
import { readFailure, type SucceededGeneration, type Generation } from '../thumbnails-table/rows.ts';

/**
 * The result of a generation in its current state.
 * @throws GenerationInProgressError; GenerationFailedError, whose credits were refunded; NotFoundError if it was deleted.
 */
export function requireSucceeded(thumbnail: Generation): SucceededGeneration {
  switch (thumbnail.status) {
    case 'succeeded':
      return thumbnail;
    case 'pending':
    case 'waiting':
      throw new GenerationInProgressError();
    case 'failed':
      throw new GenerationFailedError(readFailure(thumbnail), { charge: 'refunded' });
    case 'deleted':
      throw new NotFoundError();
  }
}
