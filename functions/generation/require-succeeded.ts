import { CodedError } from '../shared/errors.ts';
import { GenerationFailedError } from '../shared/generation-failure.ts';
import { readFailure, type SucceededGeneration, type Generation } from '../thumbnails-table/rows.ts';

/**
 * The result of a generation in its current state.
 * @throws `in_progress`; GenerationFailedError, whose credits were refunded; `not_found` if it was deleted.
 */
export function requireSucceeded(thumbnail: Generation): SucceededGeneration {
  switch (thumbnail.status) {
    case 'succeeded':
      return thumbnail;
    case 'pending':
    case 'waiting':
      throw new CodedError('in_progress');
    case 'failed':
      throw new GenerationFailedError(readFailure(thumbnail), { charge: 'refunded' });
    case 'deleted':
      throw new CodedError('not_found');
  }
}
