import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conflict,
  dynamodb,
  hangUntilAborted,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { rawAnswer } from './support/models.ts';
import { pauses } from './support/pauses.ts';
import { GENERATION, PROMPT } from './support/thumbnail-rows.ts';

const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = () => call(handler, { body: request });
const refundedOnce = [`spend#${GENERATION}`, `refund#${GENERATION}`];
const internal = {
  error: 'Something went wrong on our side; no credit was taken.',
  code: 'internal',
  requestId: REQUEST_ID,
};
const denied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
const filter = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.clearAllMocks();
  pauses.length = 0;
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a picture that cannot be stored', () => {
  it('fails the generation and gives the credit back', async () => {
    s3.on(PutObjectCommand).rejects(denied);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 500, body: internal });
    expect(ledgerEntries()).toEqual(refundedOnce);
    expect(transactions()).toHaveLength(2);
  });

  it('is given up 2.5 s before the invocation ends', async () => {
    s3.on(PutObjectCommand).callsFake(() => hangUntilAborted(s3));

    const answer = await call(handler, { body: request, remainingMs: 2_520 });

    expect(answer).toMatchObject({ status: 500, body: internal });
    expect(ledgerEntries()).toEqual(refundedOnce);
  });
});

describe('a refund that fails', () => {
  const soon = /your credit comes back within ten minutes/;

  it.each([
    ['a lost answer', timedOut()],
    ['no account', cancelled(untouched, untouched, refused())],
    ['a cause it does not know', cancelled(untouched, untouched, refused({ id: USER, credits: 0 }))],
  ])('for %s: says that the credit comes back, and leaves the generation pending', async (_, error) => {
    s3.on(PutObjectCommand).rejects(denied);
    dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(answer.body['error']).toMatch(soon);
    expect(answer.body['error']).not.toMatch(/no credit was taken/);
    // The one write that would end it is the refund's, and that one did not happen.
    expect(callsMade().filter((name) => name.endsWith('WriteCommand'))).toHaveLength(2);
    expect(callsMade()).not.toContain('UpdateCommand');
    expect(metrics.countRefundFailure).toHaveBeenCalledOnce();
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it("keeps the failure's own code", async () => {
    bedrock.on(InvokeModelCommand).resolves(filter);
    dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(timedOut());

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    expect(answer.body['error']).toMatch(soon);
  });

  it('is never answered with a bare change of the balance', async () => {
    s3.on(PutObjectCommand).rejects(denied);
    dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(timedOut());

    await generate();

    for (const items of transactions()) {
      const balance = items?.filter(({ Update }) => Update?.TableName === 'users') ?? [];
      const rows = items?.filter(({ Put }) => Put?.TableName === 'ledger') ?? [];
      expect([balance.length, rows.length]).toEqual([1, 1]);
    }
  });
});

describe('concurrent requests of one user', () => {
  it('conflict, and are tried again until they pass', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, conflict, untouched))
      // A conflict beside a condition says nothing about the condition yet.
      .rejectsOnce(cancelled(untouched, conflict, refused({ id: USER, credits: 0 }), untouched))
      .resolves({});

    const answer = await generate();

    expect(answer.status).toBe(200);
    expect(ledgerEntries()).toHaveLength(3);
    expect(transactions()[2]).toEqual(transactions()[0]);
    expect(pauses).toHaveLength(2);
  });

  it('conflict for ever: given up within 2.5 s of pauses that grow to 400 ms, and no model is asked', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, untouched, conflict));

    const answer = await generate();

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(pauses.slice(0, 6).map(Math.round)).toEqual([20, 40, 80, 160, 320, 400]);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(2_500);
    expect(transactions()).toHaveLength(pauses.length + 1);
    expect(bedrock.calls()).toEqual([]);
  });

  it('conflict for ever: told as 429 too_many_requests, which it is, not as a fault of ours', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, untouched, conflict));

    const answer = await generate();

    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: {
        code: 'too_many_requests',
        error: 'Too many requests at once. Wait a moment; nothing was charged.',
      },
    });
  });

  it('that conflict in the refund have their credit back all the same', async () => {
    bedrock.on(InvokeModelCommand).resolves(filter);
    dynamodb
      .on(TransactWriteCommand)
      .resolvesOnce({})
      .rejectsOnce(cancelled(untouched, untouched, conflict))
      .resolves({});

    const answer = await generate();

    expect(answer.status).toBe(422);
    expect(answer.body['error']).toMatch(/no credit was taken/);
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
  });
});

describe('what is counted', () => {
  it('a success: its outcome and its time, by model', async () => {
    await generate();

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('succeeded', 'first');
    expect(metrics.recordImageTime).toHaveBeenCalledExactlyOnceWith(expect.any(Number));
    expect(metrics.recordModelImage).toHaveBeenCalledExactlyOnceWith('first', expect.any(Number), undefined);
    expect(metrics.countCreditsSpent).toHaveBeenCalledExactlyOnceWith(1);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('a failure: its code, the refund, and each model that could not serve', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: 'busy', $metadata: {} }));

    await generate();

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('model_unavailable', 'first');
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
    expect(vi.mocked(metrics.countModelUnavailable).mock.calls).toEqual([['first'], ['second'], ['dear']]);
  });
});
