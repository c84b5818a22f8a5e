import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isOutcomeUnknown, isThrottled } from './errors.ts';

/**
 * Makes a client report a lost response. The SDK throws only the error of its last attempt. A throttled attempt wrote nothing, but an
 * earlier attempt of the same call may have lost its response. The client then reports the lost response, because the call may have taken
 * effect.
 */
export function reportLostAttempts({ middlewareStack }: DynamoDBClient): void {
  /** The errors of lost responses by the context of a call, which all attempts of the call share. */
  const lost = new WeakMap<object, unknown>();
  middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (isOutcomeUnknown(error)) lost.set(context, error);
        throw isThrottled(error) ? (lost.get(context) ?? error) : error;
      }
    },
    // The priority is low, so that the middleware runs inside of the SDK's retries.
    { step: 'finalizeRequest', priority: 'low', name: 'reportLostAttempts' },
  );
}
