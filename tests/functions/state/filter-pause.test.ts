import {
  AccessDeniedException,
  InvokeModelCommand,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { rawAnswer, stabilityAnswer, fileAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { generate, prepareGeneration } from './support/generation.ts';
import { bedrock, s3 } from './support/services.ts';
import { sweep } from './support/waiting-generation.ts';

const MAXIMUM = RATE_LIMITS.unusableInput.maximum;

const DAY = '2026-11-22T00:00:00.000Z';
const CREDITS = 10;

let user: string;
const start = (generationId = db.newGeneration(), more = {}) => generate(user, generationId, more);

/** The state after this many filtered prompts on the current day. */
const putCount = (requests: number) =>
  db.putItem('rateLimits', { subject: `filtered#${user}`, window: DAY, requests });

const reference = { kind: 'image', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', use: 'style' };

const upload = (file: Buffer) => s3.on(GetObjectCommand).resolves(fileAnswer(file));
const model = () => bedrock.on(InvokeModelCommand);
const answer = (reason: string) => model().resolves(rawAnswer(JSON.stringify({ finish_reasons: [reason] })));
const reject = () => model().rejects(new ValidationException({ message: 'Malformed', $metadata: {} }));
const filter = () => answer('Filter reason: prompt');
const accept = () => model().resolves(stabilityAnswer());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T09:10:00Z') });
  prepareGeneration();
  upload(JPEGS.baseline);
  filter();
  user = db.newUser();
  await db.putUser(user, CREDITS);
  db.resetCalls();
});

describe('filtered prompts', () => {
  it('pause the generations of the user at the limit, at the cost of one call and no credit', async () => {
    for (let count = 0; count < MAXIMUM; count += 1) {
      expect(await start()).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    }
    accept();
    db.resetCalls();

    const answer = await start();

    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: {
        code: 'too_many_requests',
        params: { reason: 'unusableInput', seconds: 60 },
        charge: 'none',
      },
    });
    expect(db.operations()).toEqual(['TransactWriteItems']);
    expect(await db.readBalance(user)).toBe(CREDITS);
    expect(db.sum(await db.ledgerAmounts(user))).toBe(0);
  });

  it.each<[string, string, () => unknown, object?]>([
    ['an image that is filtered', 'content_filtered', () => answer('Filter reason: output image')],
    ['a prompt that the model rejects as invalid', 'content_filtered', reject],
    ['a reference image that the model rejects as invalid', 'reference_invalid', reject, { reference }],
    ['a reference image that is no JPEG', 'reference_invalid', () => upload(Buffer.from('x')), { reference }],
    [
      'a reference image that does not exist',
      'reference_not_found',
      () => s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} })),
      { reference },
    ],
  ])('and %s count alike', async (_, code, prepare, more) => {
    prepare();
    await putCount(MAXIMUM - 1);

    expect(await start(db.newGeneration(), more)).toMatchObject({ status: 422, body: { code } });

    expect(bedrock.calls().length).toBeLessThanOrEqual(1);
    expect(await db.readBalance(user)).toBe(CREDITS);
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });

  it.each<[string, string, () => unknown]>([
    [
      'whose image cannot be stored',
      'model_unavailable',
      () => {
        accept();
        s3.on(PutObjectCommand).rejects(timedOut());
      },
    ],
    [
      'whose image cannot be recorded',
      'model_unavailable',
      () => {
        accept();
        db.failCall(timedOut(), { operation: 'UpdateItem' });
      },
    ],
    [
      'whose image cannot be read',
      'model_unavailable',
      () => model().resolves(stabilityAnswer(Buffer.from('x'))),
    ],
    [
      'whose model is cut off',
      'generation_timeout',
      () => {
        const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
        onTestFinished(() => timeout.mockRestore());
        model().rejects(new DOMException('aborted', 'AbortError'));
      },
    ],
    [
      'of which one model answers without an image, and the other model is busy',
      'model_unavailable',
      () =>
        model()
          .resolvesOnce(rawAnswer('{"finish_reasons":["Inference error"]}'))
          .rejects(Object.assign(new Error('busy'), { name: 'ThrottlingException' })),
    ],
    ['whose response from the model is lost', 'model_unavailable', () => model().rejects(timedOut())],
  ])('and a generation %s count alike, because a model may have been paid', async (_, code, prepare) => {
    await putCount(MAXIMUM - 1);
    prepare();

    expect(await start()).toMatchObject({ body: { code, charge: 'refunded' } });

    expect(await db.readBalance(user)).toBe(CREDITS);
    accept();
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });

  it('are not counted when no model has answered', async () => {
    await putCount(MAXIMUM - 1);
    model().rejects(new AccessDeniedException({ message: '', $metadata: {} }));

    expect(await start()).toMatchObject({ body: { code: 'model_unavailable', charge: 'refunded' } });

    accept();
    expect(await start()).toMatchObject({ status: 200 });
  });

  it.each([
    [MAXIMUM, '120'],
    [MAXIMUM + 2, '480'],
    [MAXIMUM + 40, '86400'],
  ])('after %i of them pause for a time that doubles, up to a day: %s s', async (count, seconds) => {
    await putCount(count);
    await start();

    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': seconds } });
  });

  it('pause only until the announced time, and a normal generation makes no further call', async () => {
    await putCount(MAXIMUM - 1);
    await start();
    accept();
    vi.setSystemTime('2026-11-22T09:10:59Z');
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });

    vi.setSystemTime('2026-11-22T09:11:00Z');
    db.resetCalls();
    expect(await start()).toMatchObject({ status: 200 });
    expect(db.operations()).toEqual(['TransactWriteItems', 'UpdateItem']);
  });

  it('pause across the end of the day, after which the count starts again', async () => {
    vi.setSystemTime('2026-11-22T23:59:30Z');
    await putCount(MAXIMUM + 1);
    await start();

    vi.setSystemTime('2026-11-23T00:00:30Z');
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '180' } });

    vi.setSystemTime('2026-11-23T00:03:30Z');
    expect(await start()).toMatchObject({ status: 422 });
    accept();
    expect(await start()).toMatchObject({ status: 200 });
  });

  it('do not hide an earlier result: a repeated request during a pause returns it', async () => {
    const generationId = db.newGeneration();
    accept();
    await start(generationId);
    filter();
    await putCount(MAXIMUM);
    await start();

    expect(await start(generationId)).toMatchObject({ status: 200, body: { generationId } });
  });

  it('of concurrent requests are all counted', async () => {
    await Promise.all(Array.from({ length: MAXIMUM + 1 }, () => start()));

    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });

  it('that cannot be counted are refunded by refund-abandoned, which counts them', async () => {
    await putCount(MAXIMUM - 1);
    db.failCall(timedOut(), { operation: 'UpdateItem' });

    expect(await start()).toMatchObject({
      status: 422,
      body: { code: 'content_filtered', charge: 'returning' },
    });
    expect(await db.readBalance(user)).toBe(CREDITS - 1);

    vi.setSystemTime('2026-11-22T09:13:00Z');
    await sweep();
    expect(await db.readBalance(user)).toBe(CREDITS);
    expect(await start()).toMatchObject({ status: 429 });
  });
});
