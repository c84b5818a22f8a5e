import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isOutcomeUnknown, isThrottled } from './errors.ts';

/**
 * The SDK throws the error of its last attempt only. A throttled attempt wrote nothing, but an earlier one of the same call may
 * have lost its response: then the client reports the lost response, because the call may have taken effect.
 */
export function reportLostAttempts({ middlewareStack }: DynamoDBClient): void {
  /** By the context of a call, which its attempts share. */
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
    // A low priority is inside of the SDK's retries.
    { step: 'finalizeRequest', priority: 'low', name: 'reportLostAttempts' },
  );
}
