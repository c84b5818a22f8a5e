import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../../contract/errors.ts';
import { ApiError, ConnectionError } from '../../../web/src/api/errors.ts';
import {
  describeCancelFailure,
  describeFailure,
  failureMessage,
  isCanceled,
  isOutOfCredits,
} from '../../../web/src/features/generator/model/generation-errors.tsx';

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

type Case<T> = [error: unknown, expected: T];

describe('failureMessage', () => {
  it.each<Case<string>>([
    [new ApiError('account_suspended'), API_ERRORS.account_suspended.message],
    [
      new ApiError('content_filtered'),
      `Failed to generate thumbnail: ${withoutFullStop(API_ERRORS.content_filtered.message)}. Please try again.`,
    ],
    [
      new ApiError('internal', 'No full stop'),
      'Failed to generate thumbnail: No full stop. Please try again.',
    ],
    [
      new ApiError(
        'too_many_requests',
        'You are generating too many thumbnails at once. Wait for one to finish; no credit was taken.',
      ),
      'Failed to generate thumbnail: You are generating too many thumbnails at once. ' +
        'Wait for one to finish; no credit was taken. Please try again.',
    ],
    [
      new ApiError('too_many_requests'),
      `Failed to generate thumbnail: ${withoutFullStop(API_ERRORS.too_many_requests.message)}. Please try again.`,
    ],
    [new ConnectionError(), 'Failed to generate thumbnail: The connection was lost. Please try again.'],
    [new TypeError('x is undefined'), 'Failed to generate thumbnail. Please try again.'],
    [undefined, 'Failed to generate thumbnail. Please try again.'],
  ])('describes %o as: %s', (error, message) => {
    expect(failureMessage(error)).toBe(message);
  });

  it('has no message for the end of the session, which has its own', () => {
    expect(failureMessage(new ApiError('unauthorized'))).toBeUndefined();
  });
});

describe('isOutOfCredits', () => {
  it.each<Case<boolean>>([
    [new ApiError('insufficient_credits'), true],
    [new ApiError('internal', 'Insufficient credits for this model.'), true],
    [new ApiError('internal'), false],
    [new Error('Insufficient credits'), false],
  ])('returns for %o: %s', (error, expected) => {
    expect(isOutOfCredits(error)).toBe(expected);
  });
});

describe('describeFailure', () => {
  const UNKNOWN =
    'If it was finished, it appears when you reload the page. Otherwise your credit returns within 10 minutes.';

  it.each<Case<string>>([
    [new ApiError('content_filtered'), 'Change the wording first.'],
    [new ApiError('content_filtered', 'Declined.'), 'Change the wording first. No credit was taken.'],
    [new ApiError('generation_timeout'), ''],
    [new ApiError('too_many_requests'), ''],
    [new ApiError('invalid_request', 'prompt is too long'), 'No credit was taken.'],
    [new ApiError('internal'), 'If a credit was taken, it returns within 10 minutes.'],
    [new ConnectionError(), UNKNOWN],
  ])('says after %o what to do and where the credit is: %s', (error, advice) => {
    expect(describeFailure(error)?.advice).toBe(advice);
  });

  it('says nothing at the end of the session', () => {
    expect(describeFailure(new ApiError('unauthorized'))).toBeUndefined();
  });
});

describe('describeCancelFailure', () => {
  it.each<Case<string>>([
    [new ApiError('in_progress'), 'It is being generated now, so it can no longer be cancelled.'],
    [new ApiError('internal', 'Try later.'), 'Not cancelled: Try later. Please try again.'],
    [new ConnectionError(), 'Not cancelled: The connection was lost. Please try again.'],
    [new TypeError('x is undefined'), 'Not cancelled: something went wrong. Please try again.'],
  ])('describes %o as: %s', (error, message) => {
    expect(describeCancelFailure(error)).toBe(message);
  });
});

describe('isCanceled', () => {
  it.each<Case<boolean>>([
    [new ApiError('generation_canceled'), true],
    [new ApiError('in_progress'), false],
    [new ConnectionError(), false],
  ])('recognizes %o: %s', (error, expected) => {
    expect(isCanceled(error)).toBe(expected);
  });
});
