import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ChangeMessageVisibilityCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { handler as generateWaiting } from '../../../../functions/events/generate-waiting.ts';
import { handler as refundAbandoned } from '../../../../functions/events/refund-abandoned.ts';
import { callEndpoint } from '../../support/endpoint.ts';
import { lambdaContext } from '../../support/event.ts';
import { stabilityAnswer } from '../../support/models.ts';
import * as db from './database.ts';
import { generate, prepareGeneration } from './generation.ts';
import { bedrock, sqs } from './services.ts';

export const NOW = '2026-11-21T09:00:12.000Z';
export const MINUTE_MS = 60_000;

/** The generation of the running test. */
export const generation = { user: '', id: '' };

export const record = async () =>
  (await db.listItems('thumbnails', generation.user)).find(
    ({ generationId }) => generationId === generation.id,
  );
export const throttled = () => Object.assign(new Error('Too many requests'), { name: 'ThrottlingException' });
export const modelsAreBusy = () => bedrock.on(InvokeModelCommand).rejects(throttled());
export const modelsWork = () => bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
export const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
export const sweep = () => refundAbandoned({} as ScheduledEvent, lambdaContext());
const params = () => ({ id: generation.id });
export const cancel = () => callEndpoint('cancelGeneration', generation.user, { params: params() });
export const read = () => callEndpoint('readThumbnail', generation.user, { params: params() });

/** Lets the generation join the line. */
export async function join() {
  modelsAreBusy();
  const answer = await generate(generation.user, generation.id);
  db.resetCalls();
  return answer;
}

export async function expectSucceededOnce() {
  expect(await record()).toMatchObject({ status: 'succeeded' });
  expect(await db.ledgerAmounts(generation.user)).toEqual({ [`spend#${generation.id}`]: -1 });
  expect(await db.readBalance(generation.user)).toBe(4);
}

export async function expectRefundedOnce(failure: string) {
  expect(await record()).toMatchObject({ status: 'failed', failure });
  expect(await db.ledgerAmounts(generation.user)).toEqual({
    [`spend#${generation.id}`]: -1,
    [`refund#${generation.id}`]: 1,
  });
  expect(await db.readBalance(generation.user)).toBe(5);
}

/** Prepares empty tables, a clock at `NOW`, and a new user with five credits. */
export async function prepareWaiting(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  await db.createTables();
  prepareGeneration();
  await startOver();
}

/** Continues with another user. */
export async function startOver(): Promise<void> {
  prepareQueue();
  generation.user = db.newUser();
  generation.id = db.newGeneration();
  await db.putUser(generation.user, 5);
}

const MESSAGE_ID = 'message-1';
const RETURNED: SQSBatchResponse = { batchItemFailures: [{ itemIdentifier: MESSAGE_ID }] };

export function prepareQueue(): void {
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
}

/** The bodies of the messages that were sent. */
export function sentMessages(): string[] {
  return sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input.MessageBody ?? '');
}

/** The delays, in seconds, with which messages were returned. */
export function returnDelays(): number[] {
  return sqs
    .commandCalls(ChangeMessageVisibilityCommand)
    .map(({ args: [{ input }] }) => input.VisibilityTimeout ?? 0);
}

/** Delivers a message to generate-waiting. @returns whether the message is deleted. @throws what the function throws. */
export async function deliver(body = sentMessages()[0] ?? ''): Promise<boolean> {
  const record = { messageId: MESSAGE_ID, receiptHandle: 'receipt-1', body };
  const response = await generateWaiting({ Records: [record] } as unknown as SQSEvent, lambdaContext());
  if (response.batchItemFailures.length === 0) return true;
  if (JSON.stringify(response) === JSON.stringify(RETURNED)) return false;
  throw new Error(`The function reports a message that it did not get: ${JSON.stringify(response)}.`);
}
