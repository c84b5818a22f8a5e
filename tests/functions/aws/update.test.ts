import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { throughConflicts } from '../../../functions/aws/conflicts.ts';
import { update } from '../../../functions/aws/update.ts';
import { dynamodb, resetCloud } from '../support/cloud.ts';

const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
const input = { TableName: 'users', Key: { id: 'user' }, UpdateExpression: 'REMOVE closing' };

beforeEach(resetCloud);

describe('an update that meets a transaction', () => {
  it('is made when that is over', async () => {
    dynamodb.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});

    await update(input);

    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(3);
  });

  it('for too long is told to come again', async () => {
    const write = () => Promise.reject(conflict);

    await expect(throughConflicts(write, (error) => error === conflict, 0)).rejects.toMatchObject({
      code: 'too_many_requests',
      cause: conflict,
    });
  });
});

describe('an update whose condition fails', () => {
  it('is not tried again', async () => {
    const refusal = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
    dynamodb.on(UpdateCommand).rejects(refusal);

    await expect(update(input)).rejects.toBe(refusal);
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(1);
  });
});
