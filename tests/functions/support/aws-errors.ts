import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

/** The cancellation reason of an item whose condition did not fail. */
export const untouched: CancellationReason = { Code: 'None' };
export const conflict: CancellationReason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing.',
};

/** The cancellation reason of an item whose condition failed. @param item the existing item (ALL_OLD). */
export function refused(item?: Record<string, unknown>): CancellationReason {
  return {
    Code: 'ConditionalCheckFailed',
    Message: 'The conditional request failed',
    ...(item === undefined ? {} : { Item: marshall(item, { removeUndefinedValues: true }) }),
  };
}

export function cancelled(...reasons: CancellationReason[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: reasons,
  });
}

/** A lost response: the request may have taken effect or not. */
export function timedOut(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
}
