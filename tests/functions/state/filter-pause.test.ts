import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '../../support/function-environment.ts';
import { timedOut } from '../support/aws-errors.ts';
import { stabilityAnswer } from '../support/models.ts';
import {
  databaseCalls,
  failCall,
  ledgerAmounts,
  newGeneration,
  newUser,
  putItem,
  putUser,
  readBalance,
  resetCalls,
  sum,
} from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { bedrock } from './support/services.ts';

const HOUR = '2026-11-22T09:00:00.000Z';
const CREDITS = 10;

let user: string;
const start = (generationId = newGeneration()) => generate(user, generationId);

/** The state after this many filtered prompts in the current hour. */
const putCount = (requests: number) =>
  putItem('rateLimits', { subject: `filtered#${user}`, window: HOUR, requests });

function filter(): void {
  bedrock.on(InvokeModelCommand).resolves(FILTERED);
}
function accept(): void {
  bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T09:10:00Z') });
  prepareGeneration();
  filter();
  user = newUser();
  await putUser(user, CREDITS);
  resetCalls();
});

describe('filtered prompts', () => {
  it('pause the generations of the user at the limit, at the cost of one call and no credit', async () => {
    for (let count = 0; count < RATE_LIMITS.filteredPerHour; count += 1) {
      expect(await start()).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    }
    accept();
    resetCalls();

    const answer = await start();

    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: {
        code: 'too_many_requests',
        error:
          'The image model declined too many of your prompts. Change the wording and wait 60 seconds; no credit was taken.',
      },
    });
    expect(databaseCalls()).toEqual(['TransactWriteItems']);
    expect(await readBalance(user)).toBe(CREDITS);
    expect(sum(await ledgerAmounts(user))).toBe(0);
  });

  it.each([
    [RATE_LIMITS.filteredPerHour, '120'],
    [RATE_LIMITS.filteredPerHour + 2, '480'],
    [RATE_LIMITS.filteredPerHour + 40, '3600'],
  ])('after %i of them pause for a time that doubles, up to an hour: %s s', async (count, seconds) => {
    await putCount(count);
    await start();

    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': seconds } });
  });

  it('pause only until the announced time, and a normal generation makes no further call', async () => {
    await putCount(RATE_LIMITS.filteredPerHour - 1);
    await start();
    accept();
    vi.setSystemTime('2026-11-22T09:10:59Z');
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });

    vi.setSystemTime('2026-11-22T09:11:00Z');
    resetCalls();
    expect(await start()).toMatchObject({ status: 200 });
    expect(databaseCalls()).toEqual(['TransactWriteItems', 'UpdateItem']);
  });

  it('pause across the end of the hour, in which the count starts again', async () => {
    vi.setSystemTime('2026-11-22T09:59:30Z');
    await putCount(RATE_LIMITS.filteredPerHour + 1);
    await start();

    vi.setSystemTime('2026-11-22T10:00:30Z');
    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '180' } });

    vi.setSystemTime('2026-11-22T10:03:30Z');
    expect(await start()).toMatchObject({ status: 422 });
    accept();
    expect(await start()).toMatchObject({ status: 200 });
  });

  it('do not hide an earlier result: a repeated request during a pause returns it', async () => {
    const generationId = newGeneration();
    accept();
    await start(generationId);
    filter();
    await putCount(RATE_LIMITS.filteredPerHour);
    await start();

    expect(await start(generationId)).toMatchObject({ status: 200, body: { generationId } });
  });

  it('of concurrent requests are all counted', async () => {
    await Promise.all(Array.from({ length: RATE_LIMITS.filteredPerHour + 1 }, () => start()));

    expect(await start()).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });

  it('are refunded with the same response if they cannot be counted', async () => {
    failCall(timedOut(), { operation: 'UpdateItem' });

    expect(await start()).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    expect(await readBalance(user)).toBe(CREDITS);
  });
});
