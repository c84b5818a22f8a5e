import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { transact, updateItem } from '../../../functions/shared/dynamodb-writes.ts';
import { cancelled, dynamodb, refused, resetCloud, untouched } from '../support/cloud.ts';
import { pauses } from '../support/pauses.ts';

const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
const input = { TableName: 'users', Key: { id: 'user' }, UpdateExpression: 'REMOVE closing' };
const items = [{ Delete: { TableName: 'users', Key: { id: 'user' } } }];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  pauses.length = 0;
  resetCloud();
});

describe('an update of an item', () => {
  it('is retried while a transaction on the item is in progress', async () => {
    dynamodb.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});

    await updateItem(input);

    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(3);
  });

  it('fails with too_many_requests when the conflict outlasts the retry budget', async () => {
    dynamodb.on(UpdateCommand).rejects(conflict);

    await expect(updateItem(input, 0)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
      cause: conflict,
    });
    await expect(updateItem(input)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(1_500);
  });

  it('is not retried when its condition fails', async () => {
    const refusal = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
    dynamodb.on(UpdateCommand).rejects(refusal);

    await expect(updateItem(input)).rejects.toBe(refusal);
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is retried after a cancellation because of %s',
    async (Code) => {
      dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled({ Code })).resolves({});

      await expect(transact(items)).resolves.toBeUndefined();
      expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(2);
    },
  );

  it('returns the result of each condition in order, with the existing items', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused({ id: 'user' }), refused()));

    await expect(transact(items)).resolves.toEqual([
      { failed: false },
      { failed: true, existing: { id: 'user' } },
      { failed: true },
    ]);
  });

  it('throws a cancellation without a failed condition, and does not retry it', async () => {
    const error = cancelled({ Code: 'ValidationError' });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(transact(items)).rejects.toBe(error);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});
