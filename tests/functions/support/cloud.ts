import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Generation } from '../../../functions/thumbnails/table/rows.ts';
import { timedOut } from './aws-errors.ts';
import { stabilityAnswer } from './models.ts';
import { mockService } from './mock-service.ts';

export { cancelled, refused, timedOut, untouched } from './aws-errors.ts';

export const dynamodb = mockService(DynamoDBDocumentClient);
export const s3 = mockService(S3Client);
export const bedrock = mockService(BedrockRuntimeClient);

/** Removes every recorded call and every prepared response. */
export function resetCloud(): void {
  dynamodb.reset();
  s3.reset();
  bedrock.reset();
}

/** The answer to a settle, and to the count of a free failure, which reads it. */
const UPDATED = { Attributes: { requests: 1 } };

/** Lets the settle fail. The next update counts the failure. */
export function failSettle(): void {
  dynamodb.on(UpdateCommand).rejectsOnce(timedOut()).resolves(UPDATED);
}

/** Prepares responses with which a generation succeeds at its first model. Later preparations override them. */
export function cloudWorks(): void {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  dynamodb.on(UpdateCommand).resolves(UPDATED);
  bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
  s3.on(PutObjectCommand).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
}

/** The commands sent so far to all services, in order. */
export function callsMade(): string[] {
  return [...dynamodb.calls(), ...s3.calls(), ...bedrock.calls()]
    .sort((one, other) => (one.calledBefore(other) ? -1 : 1))
    .map(({ args: [command] }) => command.constructor.name);
}

/** The keys of all images and previews that were deleted. */
export function deletedImages(): unknown[] {
  return s3
    .commandCalls(DeleteObjectsCommand)
    .flatMap(({ args: [{ input }] }) => input.Delete?.Objects ?? [])
    .map(({ Key }) => Key);
}

/** The items of every transaction that was sent, including cancelled transactions. */
export function transactions() {
  return dynamodb
    .commandCalls(TransactWriteCommand)
    .map(({ args: [command] }) => command.input.TransactItems);
}

/** The ids of all ledger entries in the transactions that were sent. */
export function ledgerEntries(): unknown[] {
  return transactions()
    .flatMap((items) => items ?? [])
    .filter(({ Put }) => Put?.TableName === 'ledger')
    .map(({ Put }) => Put?.Item?.['entryId'] as unknown);
}

/** The attributes that an update sets. */
export function listAssignments(update: UpdateInput | undefined): Record<string, unknown> {
  const { UpdateExpression = '', ExpressionAttributeValues = {} } = update ?? {};
  const assignments = UpdateExpression.matchAll(/#(\w+) = (:\d+)/g);
  return Object.fromEntries(
    [...assignments].map(([, name = '', value = '']) => [name, ExpressionAttributeValues[value] as unknown]),
  );
}

type UpdateInput = Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues'>;

/** The attributes that the first update sets: of a generation that succeeds, its settle. */
export function settledAttributes(): Record<string, unknown> {
  return listAssignments(dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input);
}

/** The models that were invoked, in order, with the body of each request. */
export function modelsAsked() {
  return bedrock.commandCalls(InvokeModelCommand).map(({ args: [{ input }] }) => ({
    model: input.modelId,
    request: JSON.parse(input.body as string) as Record<string, unknown>,
  }));
}

/** The regions of the calls to models, in order. */
export function regionsAsked(): Promise<string[]> {
  const clients = bedrock
    .calls()
    .map(({ thisValue }) => thisValue as { config: { region(): Promise<string> } });
  return Promise.all(clients.map(({ config }) => config.region()));
}

/** The error of a settle whose record is not pending. */
export function conditionFailed(row: Generation): ConditionalCheckFailedException {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    Item: marshall(row, { removeUndefinedValues: true }),
  });
}

/** Does not respond, and rejects as the SDK does when the caller's signal aborts. */
export function hangUntilAborted(client: typeof bedrock | typeof s3): Promise<never> {
  const options = (client.calls().at(-1)?.args as unknown[] | undefined)?.[1] as
    | { abortSignal?: AbortSignal }
    | undefined;
  return new Promise((_, reject) => {
    options?.abortSignal?.addEventListener('abort', () => {
      reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    });
  });
}
