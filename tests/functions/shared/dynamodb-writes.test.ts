import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateItem } from '../../../functions/shared/dynamodb-writes.ts';
import { dynamodb, resetCloud } from '../support/cloud.ts';

const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
const input = { TableName: 'users', Key: { id: 'user' }, UpdateExpression: 'REMOVE closing' };

beforeEach(resetCloud);

describe('an update that meets a transaction', () => {
  it('is made when that is over', async () => {
    dynamodb.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});

    await updateItem(input);

    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(3);
  });

  it('for too long is told to come again', async () => {
    dynamodb.on(UpdateCommand).rejects(conflict);

    await expect(updateItem(input, 0)).rejects.toMatchObject({
      code: 'too_many_requests',
      cause: conflict,
    });
  });
});

describe('an update whose condition fails', () => {
  it('is not tried again', async () => {
    const refusal = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
    dynamodb.on(UpdateCommand).rejects(refusal);

    await expect(updateItem(input)).rejects.toBe(refusal);
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(1);
  });
});
