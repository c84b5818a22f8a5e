import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { throughConflicts } from './conflicts.ts';
import { dynamodb } from './dynamodb.ts';

/**
 * Updates one item that transactions write, too: one of them at work on it refuses any other write for that moment.
 * @throws TooManyRequestsError when that lasts; ConditionalCheckFailedException; any other SDK error as it is.
 */
export async function update(input: UpdateCommandInput): Promise<void> {
  await throughConflicts(
    () => dynamodb.send(new UpdateCommand(input)),
    (error) => error instanceof TransactionConflictException,
  );
}
