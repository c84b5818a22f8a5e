import * as z from 'zod/mini';
import { environment } from '../aws/environment.ts';
import { TooManyRequestsError } from '../errors/errors.ts';
import type { Admission } from '../ledger/spending.ts';

const ADMISSIONS_TABLE = environment('ADMISSIONS_TABLE');
const MAX_IN_FLIGHT = limitFrom('MAX_IN_FLIGHT');
const MAX_PER_MINUTE = limitFrom('MAX_PER_MINUTE');

const WINDOW_MS = 60_000;
/** How long a window's row stays after it, in ms: longer than clocks differ. DynamoDB removes it some time later. */
const KEPT_MS = 3_600_000;
/** When one of several generations may be done, in s: models take some. */
const NEXT_MAY_BE_DONE = 5;

/**
 * What a user's next generation has to pass at this moment. What was begun is counted, whatever became of it, by the
 * minute of the clock: around its turn twice as many may begin.
 */
export function admissionOf(userId: string): Admission {
  const start = windowStart();
  return {
    mostInFlight: MAX_IN_FLIGHT,
    counter: {
      Update: {
        TableName: ADMISSIONS_TABLE,
        Key: { userId, window: new Date(start).toISOString() },
        UpdateExpression: 'SET expiresAt = :expiresAt ADD admitted :one',
        ConditionExpression: 'attribute_not_exists(admitted) OR admitted < :most',
        ExpressionAttributeValues: {
          ':one': 1,
          ':most': MAX_PER_MINUTE,
          // TTL goes by seconds.
          ':expiresAt': (start + WINDOW_MS + KEPT_MS) / 1_000,
        },
      },
    },
  };
}

/** As many generations as may be are under way. */
export function tooManyInFlight(): TooManyRequestsError {
  return new TooManyRequestsError(
    NEXT_MAY_BE_DONE,
    'You are generating too many thumbnails at once. Wait for one to finish; no credit was taken.',
  );
}

/** As many generations as may be were begun in this minute. */
export function tooManyLately(): TooManyRequestsError {
  const seconds = Math.ceil((windowStart() + WINDOW_MS - Date.now()) / 1_000);
  return new TooManyRequestsError(
    seconds,
    `You have begun too many thumbnails in a minute. Wait ${seconds} second${seconds === 1 ? '' : 's'}; no credit was taken.`,
  );
}

function windowStart(): number {
  return Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS;
}

/** @throws at the cold start where the setting makes no sense. */
function limitFrom(variable: string): number {
  return z
    .int()
    .check(z.minimum(1))
    .parse(Number(environment(variable)));
}
