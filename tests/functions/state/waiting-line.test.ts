import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { recordWaitTime } from '../../../functions/platform/metrics.ts';
import { eraseThumbnails } from '../../../functions/thumbnails/deletion/erase-thumbnails.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { captureLogs } from '../support/logs.ts';
import { rawAnswer, fileAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { deletedImages, FILTERED, generate } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3, sqs } from './support/services.ts';
import {
  deliver,
  returnDelays,
  sentMessages,
  NOW,
  MINUTE_MS,
  record,
  modelsAreBusy,
  modelsWork,
  pass,
  read,
  join,
  expectSucceededOnce,
  expectRefundedOnce,
  generation,
  prepareWaiting,
} from './support/waiting-generation.ts';

beforeEach(prepareWaiting);

const namedError = (name: string) => Object.assign(new Error(), { name });
const failModel = (name: string) => bedrock.on(InvokeModelCommand).rejects(namedError(name));

describe('a generation whose models are all overloaded', () => {
  it('keeps its credit and waits, and its message has no prompt', async () => {
    expect(await join()).toMatchObject({
      status: 202,
      body: { generationId: generation.id, status: 'waiting', ahead: 0, estimatedSeconds: 11 },
    });

    expect(await record()).toMatchObject({ status: 'waiting', waitingSince: NOW, waitingLine: 'price-1' });
    expect(await db.ledgerAmounts(generation.user)).toEqual({ [`spend#${generation.id}`]: -1 });
    expect(sentMessages().map((body) => JSON.parse(body) as unknown)).toEqual([
      { userId: generation.user, generationId: generation.id, waitingLine: 'price-1', waitingSince: NOW },
    ]);
    expect(await read()).toMatchObject({ status: 200, body: { status: 'waiting', ahead: 0 } });
  });

  it.each([
    ['AccessDeniedException', () => failModel('AccessDeniedException')],
    ['ServiceQuotaExceededException', () => failModel('ServiceQuotaExceededException')],
    ['InternalServerException', () => failModel('InternalServerException')],
    [
      'an inference error',
      () => bedrock.on(InvokeModelCommand).resolves(rawAnswer('{"finish_reasons":["Inference error"]}')),
    ],
  ])('does not wait when every model answers %s', async (_, fail) => {
    fail();

    expect(await generate(generation.user, generation.id)).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable' },
    });
    await expectRefundedOnce('model_unavailable');
    expect(sentMessages()).toEqual([]);
  });

  it.each(['ServiceUnavailableException', 'ModelNotReadyException'])(
    'waits when one model answers %s and the other model is not enabled',
    async (name) => {
      bedrock
        .on(InvokeModelCommand)
        .rejectsOnce(namedError(name))
        .rejectsOnce(namedError('AccessDeniedException'));

      expect(await generate(generation.user, generation.id)).toMatchObject({ status: 202 });
    },
  );

  it('is refunded when its message cannot be sent', async () => {
    sqs.on(SendMessageCommand).rejects(timedOut());
    const logs = captureLogs();

    expect(await join()).toMatchObject({ status: 503, body: { code: 'model_unavailable' } });
    expect(logs.lines('line not joined')).toMatchObject([{ level: 'WARN', cause: 'TimeoutError' }]);
    await expectRefundedOnce('model_unavailable');
    expect(deletedImages()).toEqual([]);
  });

  it('answers a repeated request like the first request, and takes no second credit', async () => {
    await join();

    expect(await generate(generation.user, generation.id)).toMatchObject({
      status: 202,
      body: { status: 'waiting' },
    });
    expect(await db.ledgerAmounts(generation.user)).toEqual({ [`spend#${generation.id}`]: -1 });
    expect(sentMessages()).toHaveLength(1);
  });

  it('continues when the invocation died after it had sent the message', async () => {
    modelsAreBusy();
    db.failCall(timedOut(), { operation: 'UpdateItem' });
    db.failCall(timedOut(), { operation: 'TransactWriteItems', skip: 1 });
    await generate(generation.user, generation.id);
    expect(await record()).toMatchObject({ status: 'pending' });
    db.resetCalls();

    modelsWork();
    expect(await deliver()).toBe(false);
    pass(MINUTE_MS + 1);
    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
  });
});

describe('a waiting generation', () => {
  it('succeeds when a model is free again, and leaves every index of unfinished work', async () => {
    await join();
    modelsWork();
    pass(30_000);

    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
    expect(vi.mocked(recordWaitTime).mock.calls).toEqual([[30]]);
    const left = ['pendingShard', 'startedAt', 'attemptId', 'waitingLine', 'waitingSince', 'attempts'];
    expect(Object.keys((await record()) ?? {}).filter((name) => left.includes(name))).toEqual([]);
  });

  it('returns its message with a growing delay while the models are overloaded, and keeps its place', async () => {
    await join();

    for (let attempt = 0; attempt < 5; attempt += 1) {
      pass(5_000);
      expect(await deliver()).toBe(false);
    }

    const [first = 0, ...later] = returnDelays();
    expect(first).toBe(1);
    expect(Math.min(...later.slice(1))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...later)).toBeLessThanOrEqual(4);
    expect(await record()).toMatchObject({ status: 'waiting', waitingSince: NOW, attempts: 5 });
  });

  it('is tried once more after the longest wait, and then refunded', async () => {
    await join();
    pass(300_000);

    expect(await deliver()).toBe(true);

    await expectRefundedOnce('model_unavailable');
    expect(await read()).toMatchObject({
      body: { status: 'failed', code: 'model_unavailable', charge: 'refunded' },
    });
  });

  it('is refunded when the content filter rejects its prompt', async () => {
    await join();
    bedrock.on(InvokeModelCommand).resolves(FILTERED);

    expect(await deliver()).toBe(true);

    await expectRefundedOnce('content_filtered');
  });

  it('does not try before its turn: the quota serves four generations in ten seconds', async () => {
    const waitingSince = new Date(Date.parse(NOW) - 1_000).toISOString();
    const addAhead = () =>
      db.putItem('thumbnails', thumbnailItem(db.newUser(), db.newGeneration(), 'waiting', { waitingSince }));
    await Promise.all([1, 2, 3, 4].map(addAhead));
    // It waits for other models.
    await db.putItem(
      'thumbnails',
      thumbnailItem(db.newUser(), db.newGeneration(), 'waiting', { waitingLine: 'price-3' }),
    );

    expect(await join()).toMatchObject({ body: { ahead: 4, estimatedSeconds: 23 } });
    bedrock.reset();
    expect(await deliver()).toBe(false);

    expect(bedrock.calls()).toHaveLength(0);
    expect(await record()).toMatchObject({ status: 'waiting' });

    // It returns in time for its last attempt, even if its turn comes later.
    await Promise.all(Array.from({ length: 20 }, addAhead));
    pass(299_000);
    expect(await deliver()).toBe(false);
    expect(returnDelays().at(-1)).toBe(1);

    pass(1_000);
    modelsWork();
    expect(await deliver()).toBe(true);
    await expectSucceededOnce();
  });

  it('is shown without its place when the line cannot be counted', async () => {
    await join();
    db.failCall(timedOut(), { operation: 'Query' });
    const logs = captureLogs();

    const { status, body } = await read();

    expect(logs.lines('line position not read')).toMatchObject([{ level: 'WARN', cause: 'TimeoutError' }]);
    expect([status, body['status']]).toEqual([200, 'waiting']);
    expect(body).not.toHaveProperty('ahead');
  });

  it('loads its reference image again', async () => {
    s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline));
    modelsAreBusy();
    const reference = { kind: 'image', id: randomUUID(), use: 'style' };
    await generate(generation.user, generation.id, { reference });
    expect(await record()).toMatchObject({ status: 'waiting', waitingLine: 'service-style' });

    modelsWork();
    expect(await deliver()).toBe(true);

    expect(s3.commandCalls(GetObjectCommand)).toHaveLength(2);
    expect(await record()).toMatchObject({ status: 'succeeded', reference: { kind: 'image', use: 'style' } });
  });

  it('is refused with a refund, and without a call of a model, during the pause after filtered prompts', async () => {
    const { maximum } = RATE_LIMITS.unusableInput;
    await db.putUser(generation.user, maximum + 1);
    for (let count = 0; count <= maximum; count += 1) {
      generation.id = db.newGeneration();
      await join();
    }
    bedrock.reset();
    bedrock.on(InvokeModelCommand).resolves(FILTERED);

    pass(20_000);
    for (const body of sentMessages()) expect(await deliver(body)).toBe(true);

    expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(maximum);
    expect(await record()).toMatchObject({ status: 'failed', failure: 'generations_paused' });
    expect(await read()).toMatchObject({
      body: {
        status: 'failed',
        code: 'generations_paused',
        params: { reason: 'unusableInput', seconds: 60 },
        charge: 'refunded',
        error: expect.stringContaining('Too many of your images failed. Change your prompts') as string,
      },
    });
    expect(await db.readBalance(generation.user)).toBe(maximum + 1);
    expect(db.sum(await db.ledgerAmounts(generation.user))).toBe(0);

    // A page that reads the end later says how long the pause still lasts.
    pass(20_000);
    expect(await read()).toMatchObject({
      body: { params: { seconds: 40 }, error: expect.stringContaining('wait 40 seconds') as string },
    });

    // The refused generation is no further failure: the pause does not become longer.
    pass(40_000);
    expect(await read()).toMatchObject({ body: { params: { seconds: 1 } } });
    modelsWork();
    expect(await generate(generation.user, db.newGeneration())).toMatchObject({ status: 200 });
  });

  it('keeps waiting when the pause of its user cannot be read', async () => {
    await join();
    modelsWork();
    db.failCall(timedOut(), { operation: 'GetItem', table: 'rateLimits' });

    await expect(deliver()).rejects.toThrow();
    expect(returnDelays()).toEqual([10]);
    expect(await record()).toMatchObject({ status: 'waiting' });
    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
  });

  it.each(['suspendedAt', 'closedAt'])('is refunded when its account got %s meanwhile', async (attribute) => {
    await join();
    modelsWork();
    await db.putUser(generation.user, 4, { [attribute]: NOW });

    expect(await deliver()).toBe(true);

    await expectRefundedOnce('account_suspended');
  });

  it('is refunded and deleted with its account, and its message then does nothing', async () => {
    await join();
    await eraseThumbnails(generation.user);
    modelsWork();

    expect(await deliver()).toBe(true);

    expect(await record()).toBeUndefined();
    expect(await db.readBalance(generation.user)).toBe(5);
    expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(2);
  });
});
