import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EndpointName, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { fileAnswer, rawAnswer, stabilityAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { createEdit, edit, startEdit } from './support/edits.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { bedrock, s3 } from './support/services.ts';
import {
  deliver,
  modelsAreBusy,
  pass,
  prepareQueue,
  prepareWaiting,
  sentMessages,
  sweep,
} from './support/waiting-generation.ts';

/** The attempts that called a model which may be paid. */
let paidAttempts = 0;

/** The answers of a model that may be paid. */
const ANSWERS = {
  'an image': () => stabilityAnswer(),
  'a filtered image': () => FILTERED,
  'no image': () => rawAnswer('{"finish_reasons":["Inference error"]}'),
  'a response that is lost': () => {
    throw timedOut();
  },
} as const;
type Answer = keyof typeof ANSWERS;

/** Lets the first model of each attempt give this answer, and the others refuse. */
function answerOnce(answer: Answer): void {
  let calls = 0;
  bedrock.on(InvokeModelCommand).callsFake(() => {
    calls += 1;
    if (calls > 1) throw Object.assign(new Error('not enabled'), { name: 'AccessDeniedException' });
    paidAttempts += 1;
    return ANSWERS[answer]();
  });
}

type PaidEndpoint = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] extends { takesCredits: true } ? Name : never;
}[EndpointName];

const REQUESTS = {
  generateThumbnail: () => generate(edit.user, edit.id),
  createEdit: () => createEdit({ operation: { kind: 'recolor', find: 'the cup', prompt: 'red' } }),
  createCutout: () =>
    callEndpoint('createCutout', edit.user, {
      body: { userId: edit.user, generationId: edit.id, referenceId: edit.thumbnailId },
    }),
};

interface Way {
  /** Runs the steps before the invocation that calls the model. */
  prepare: () => unknown;
  invoke: () => Promise<unknown>;
}

const afterWaiting = (request: () => Promise<unknown>): Way => ({
  async prepare() {
    modelsAreBusy();
    await request();
  },
  invoke: deliverAll,
});

/** Every way to a model. A new endpoint that takes credits is an error of the types until it is here. */
const WAYS: Record<PaidEndpoint | 'a waiting thumbnail' | 'a waiting edit', Way> = {
  generateThumbnail: { prepare: () => undefined, invoke: REQUESTS.generateThumbnail },
  createEdit: { prepare: () => undefined, invoke: REQUESTS.createEdit },
  createCutout: {
    prepare: () => s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline)),
    invoke: REQUESTS.createCutout,
  },
  'a waiting thumbnail': afterWaiting(REQUESTS.generateThumbnail),
  'a waiting edit': afterWaiting(REQUESTS.createEdit),
};

async function deliverAll(): Promise<void> {
  for (const message of sentMessages()) await deliver(message).catch(() => undefined);
}

/** Fails a call to DynamoDB and, if the invocation dies there, all later calls. */
function failFrom(skip: number, isWritten: boolean, hasDied: boolean): void {
  db.failCall(timedOut(), { skip, isWritten });
  for (let later = 1; hasDied && later < 12; later += 1) db.failCall(timedOut(), { skip: skip + later });
}

/**
 * Lets the messages of a generation be delivered again.
 * @param isCanceled whether the user cancels the generation in line, after an attempt that has met busy models.
 */
async function deliverAgain(answer: Answer, isCanceled: boolean): Promise<void> {
  db.resetCalls();
  s3.on(PutObjectCommand).resolves({});
  if (isCanceled) {
    pass(61_000);
    modelsAreBusy();
    await deliverAll();
    await callEndpoint('cancelGeneration', edit.user, { params: { id: edit.id } });
  }
  for (const seconds of [61, 61, 600]) {
    pass(seconds * 1_000);
    answerOnce(answer);
    await deliverAll();
  }
}

/** Says of each continuation after a failed call whether all later calls of the invocation fail, and whether the user cancels. */
const CONTINUATIONS = [
  [false, false],
  [true, false],
  [true, true],
] as const;

/** A run of a way, whose messages were all delivered. */
interface Run {
  fault: string;
  user: string;
  id: string;
  paidAttempts: number;
}

/** Runs a way with a fault. @returns also the failures that the invocation can meet. */
async function run(
  way: keyof typeof WAYS,
  answer: Answer,
  fault: string,
  inject: () => unknown,
  isCanceled = false,
): Promise<{ ended: Run; failures: ReturnType<typeof db.listFailures> }> {
  prepareGeneration();
  prepareQueue();
  await startEdit();
  paidAttempts = 0;
  const { prepare, invoke } = WAYS[way];
  await prepare();
  db.resetCalls();
  answerOnce(answer);
  await inject();
  await invoke();
  const failures = db.listFailures();
  await deliverAgain(answer, isCanceled);
  return { ended: { fault, user: edit.user, id: edit.id, paidAttempts }, failures };
}

/** Finds the runs with more free calls than were counted, after refund-abandoned has ended what no message ended. */
async function findUncounted(runs: readonly Run[]): Promise<string[]> {
  await sweep();
  const rows = await db.scanItems('thumbnails');
  const counters = await db.scanItems('rateLimits');
  return runs.flatMap((each) => {
    const row = rows.find(({ userId, generationId }) => userId === each.user && generationId === each.id);
    const counted = counters
      .filter(({ subject }) => subject === `filtered#${each.user}`)
      .reduce((sum, { requests }) => sum + Number(requests ?? 0), 0);
    const status = String(row?.['status']);
    const free = each.paidAttempts - (status === 'succeeded' ? 1 : 0);
    return free > counted ? [`${each.fault}: ${free} free calls, ${counted} counted, ${status}`] : [];
  });
}

beforeEach(prepareWaiting);

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('the call of a model by %s', (way) => {
  it.each(Object.keys(ANSWERS) as Answer[])(
    'that answers with %s is paid by the user or counted, whichever later call fails',
    async (answer) => {
      const { ended, failures } = await run(way, answer, 'no fault', () => undefined);
      const waits = sentMessages().length > 0;
      const failPut = () => s3.on(PutObjectCommand).rejects(timedOut());
      const runs = [ended, (await run(way, answer, 'no image can be stored', failPut)).ended];

      for (const { skip, isWritten } of failures) {
        for (const [hasDied, isCanceled] of CONTINUATIONS) {
          // Only a generation that has waited can be canceled.
          if (isCanceled && !waits) continue;
          const inject = () => failFrom(skip, isWritten, hasDied);
          const fault = JSON.stringify({ skip, isWritten, hasDied, isCanceled });
          runs.push((await run(way, answer, fault, inject, isCanceled)).ended);
        }
      }

      expect(await findUncounted(runs)).toEqual([]);
    },
  );
});
