import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { Thumbnail } from '../../../functions/thumbnails/thumbnails-table.ts';
import { stabilityAnswer } from './models.ts';

export const dynamodb = mockClient(DynamoDBDocumentClient);
export const s3 = mockClient(S3Client);
export const bedrock = mockClient(BedrockRuntimeClient);

/** Forgets every call and every prepared answer. */
export function resetCloud(): void {
  dynamodb.reset();
  s3.reset();
  bedrock.reset();
}

/** Prepares an AWS in which a generation succeeds at its first model. Later preparations win. */
export function cloudWorks(): void {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  dynamodb.on(UpdateCommand).resolves({});
  bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
  s3.on(PutObjectCommand).resolves({});
  s3.on(DeleteObjectCommand).resolves({});
}

/** Every AWS call so far, over all services, in its order. */
export function callsMade(): string[] {
  return [...dynamodb.calls(), ...s3.calls(), ...bedrock.calls()]
    .sort((one, other) => (one.calledBefore(other) ? -1 : 1))
    .map(({ args: [command] }) => command.constructor.name);
}

/** The items of every transaction asked for, refused ones included. */
export function transactions() {
  return dynamodb
    .commandCalls(TransactWriteCommand)
    .map(({ args: [command] }) => command.input.TransactItems);
}

/** The keys of all ledger rows that were to be written. */
export function ledgerEntries(): unknown[] {
  return transactions()
    .flatMap((items) => items ?? [])
    .filter(({ Put }) => Put?.TableName === 'ledger')
    .map(({ Put }) => Put?.Item?.['entryId'] as unknown);
}

/** The models asked, in their order, each with the region of its client and its request. */
export function modelsAsked() {
  return bedrock.commandCalls(InvokeModelCommand).map(({ args: [{ input }] }) => ({
    model: input.modelId,
    request: JSON.parse(input.body as string) as Record<string, unknown>,
  }));
}

/** One item of a transaction, as its cancellation tells of it. */
export const untouched: CancellationReason = { Code: 'None' };
export const conflict: CancellationReason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing.',
};

/** The item's condition said no. @param item what the condition met (ALL_OLD). */
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

/** A settle of the record alone that met a row which is no longer pending. */
export function conditionFailed(row: Thumbnail): ConditionalCheckFailedException {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    Item: marshall(row, { removeUndefinedValues: true }),
  });
}

/** A lost answer: what was asked may have happened or not. */
export function timedOut(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
}

/** Never answers, and rejects as the SDK does when the caller's signal aborts. */
export function hangUntilAborted(client: typeof bedrock | typeof s3): Promise<never> {
  const options = (client.calls().at(-1)?.args as unknown[] | undefined)?.[1] as
    { abortSignal?: AbortSignal } | undefined;
  return new Promise((_, reject) => {
    options?.abortSignal?.addEventListener('abort', () => {
      reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    });
  });
}
