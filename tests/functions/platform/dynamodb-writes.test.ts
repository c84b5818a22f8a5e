import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeAllCredits } from '../../../functions/credits/ledger/deleted-account.ts';
import { bookReversal } from '../../../functions/credits/ledger/reversals.ts';
import { transact, updateItem } from '../../../functions/platform/dynamodb-writes.ts';
import { cancelled, dynamodb, refused, resetCloud, untouched } from '../support/cloud.ts';
import { pauses } from '../support/pauses.ts';

const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
const input = { TableName: 'users', Key: { id: 'user' }, UpdateExpression: 'REMOVE closing' };
const remove = (id: string) => ({ Delete: { TableName: 'users', Key: { id } } });
const PAYMENT = { userId: 'user', sessionId: 'cs_1', pack: undefined };
const writes = { first: remove('1'), left: undefined, second: remove('2'), third: remove('3') };

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

      await expect(transact(writes)).resolves.toBeUndefined();
      expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(2);
    },
  );

  it('fails with too_many_requests after 2.5 s of lasting conflicts, whose pauses grow to 400 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const error = cancelled(untouched, untouched, { Code: 'TransactionConflict' });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(transact(writes)).rejects.toMatchObject({ code: 'too_many_requests', cause: error });

    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(pauses.slice(0, 6).map(Math.round)).toEqual([20, 40, 80, 160, 320, 400]);
    expect(total).toBeGreaterThan(2_000);
    expect(total).toBeLessThanOrEqual(2_500);
  });

  it.each([
    ['a single transaction', () => transact(writes)],
    ['the deletion of an account', () => takeAllCredits('user')],
    [
      'the booking of a refund',
      () => bookReversal(PAYMENT, [], { kind: 'take', causeId: 're_1', credits: 5 }),
    ],
  ])(
    'is tried 16 times during lasting conflicts, and no caller repeats these attempts: %s',
    async (_, write) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      dynamodb.on(GetCommand).resolves({});
      dynamodb.on(TransactWriteCommand).rejects(cancelled({ Code: 'TransactionConflict' }));

      await expect(write()).rejects.toMatchObject({ code: 'too_many_requests' });

      expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(16);
    },
  );

  it('names each write that was refused, with the existing item', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused({ id: 'user' }), refused()));

    const refusals = await transact(writes);

    expect(refusals?.names).toEqual(['second', 'third']);
    expect(refusals?.findItem('second')).toEqual({ id: 'user' });
    expect(refusals?.findItem('third')).toBeUndefined();
  });

  it('throws a cancellation without a failed condition, and does not retry it', async () => {
    const error = cancelled({ Code: 'ValidationError' });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(transact(writes)).rejects.toBe(error);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});
