import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import type { ScheduledEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseThumbnails } from '../../../functions/thumbnails/deletion/erase-thumbnails.ts';
import { handler as refundAbandoned } from '../../../functions/events/refund-abandoned.ts';
import { failGeneration } from '../../../functions/thumbnails/generation/fail-generation.ts';
import { parseGeneration } from '../../../functions/thumbnails/table/rows.ts';
import { stabilityAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { deletedImages, FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';
import { cancelled, conflict, timedOut } from '../support/aws-errors.ts';
import { errorBody, lambdaContext } from '../support/event.ts';
import { bedrock } from './support/services.ts';

const NOW = '2026-11-21T09:00:12.000Z';

let user: string;
let id: string;
const records = () => db.listItems('thumbnails', user);
const countRequests = async () =>
  (await db.scanItems('rateLimits'))
    .filter(({ subject }) => subject === `generations#${user}`)
    .map(({ requests }) => requests);

/** Runs this while the model generates the image. */
function duringGeneration(work: () => Promise<unknown>): void {
  bedrock.on(InvokeModelCommand).callsFake(async () => {
    await work();
    return stabilityAnswer();
  });
}

function parsePending(item: db.Item) {
  const thumbnail = parseGeneration(item);
  if (thumbnail.status !== 'pending') throw new Error(`The generation is ${thumbnail.status}.`);
  return thumbnail;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  prepareGeneration();
  db.resetCalls();
  user = db.newUser();
  id = db.newGeneration();
  await db.putUser(user, 5);
});

describe('a generation', () => {
  it('that succeeds takes the price of its model and is listed by its creation time', async () => {
    const endedAt = '2026-11-21T09:00:21.000Z';
    duringGeneration(() => Promise.resolve(vi.setSystemTime(endedAt)));

    expect(await generate(user, id, { model: 'dear' })).toMatchObject({ status: 200 });

    expect(await db.readBalance(user)).toBe(2);
    expect(await db.ledgerAmounts(user)).toEqual({ [`spend#${id}`]: -3 });
    expect(await records()).toMatchObject([
      {
        userId: user,
        generationId: id,
        prompt: 'a castle',
        model: 'dear',
        seed: expect.any(Number) as number,
        cost: 3,
        status: 'succeeded',
        imageKey: `images/${user}/${id}.png`,
        width: 1344,
        height: 768,
        createdAt: NOW,
        listedAt: NOW,
        endedAt,
      },
    ]);
    expect(Object.keys((await records())[0] ?? {})).not.toContain('startedAt');
    expect(await countRequests()).toEqual([1]);
  });

  it('that the content filter rejects is refunded in full, and leaves the pending index', async () => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);

    expect(await generate(user, id, { model: 'dear' })).toMatchObject({ status: 422 });

    expect(await db.readBalance(user)).toBe(5);
    expect(await db.ledgerAmounts(user)).toEqual({ [`spend#${id}`]: -3, [`refund#${id}`]: 3 });
    const [record = {}] = await records();
    expect(record).toMatchObject({ status: 'failed', failure: 'content_filtered', endedAt: NOW });
    expect(Object.keys(record)).not.toContain('pendingShard');
    expect(Object.keys(record)).not.toContain('startedAt');
    expect(deletedImages()).toEqual([]);
  });

  it('that failed for a reason with a sentence answers the same reason when it is repeated', async () => {
    const params = { reason: 'declinedImage' };
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      const [pending = {}] = await records();
      await failGeneration(parsePending(pending), { code: 'content_filtered', params });
      return stabilityAnswer();
    });
    const answer = {
      status: 422,
      body: errorBody('content_filtered', { params, charge: 'refunded' }),
    };

    expect(await generate(user, id)).toMatchObject(answer);
    expect(await generate(user, id)).toMatchObject(answer);
    expect(await db.ledgerAmounts(user)).toEqual({ [`spend#${id}`]: -1, [`refund#${id}`]: 1 });
  });

  it('is charged once and returns the same result when it is repeated', async () => {
    const first = await generate(user, id);
    const second = await generate(user, id);

    expect(second.status).toBe(200);
    expect(second.body).toEqual({
      generationId: first.body['generationId'],
      imageURL: expect.stringContaining(`images/${user}/${id}.png?`) as string,
      previewURL: expect.stringContaining(`images/${user}/${id}.webp?`) as string,
    });
    expect(await db.ledgerAmounts(user)).toEqual({ [`spend#${id}`]: -1 });
    expect(bedrock.calls()).toHaveLength(1);
  });

  it('answers 409 to a repetition while the image is generated, even without credits for another', async () => {
    await db.putUser(user, 1);
    let pending: unknown;
    let repetition: unknown;
    duringGeneration(async () => {
      pending = await records();
      repetition = await generate(user, id);
    });

    expect(await generate(user, id)).toMatchObject({ status: 200 });
    expect(pending).toMatchObject([{ status: 'pending', pendingShard: '0', startedAt: NOW, createdAt: NOW }]);
    expect(repetition).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    expect(await db.readBalance(user)).toBe(0);
  });

  it.each([
    ['without credits', 0],
    ['with fewer credits than the model costs', 2],
  ])('%s is refused with 402 and writes nothing', async (_, credits) => {
    await db.putUser(user, credits);

    expect(await generate(user, id, { model: 'dear' })).toMatchObject({ status: 402 });

    expect(await db.readBalance(user)).toBe(credits);
    expect(await db.ledgerAmounts(user)).toEqual({});
    expect(await records()).toEqual([]);
    expect(await countRequests()).toEqual([]);
    expect(bedrock.calls()).toEqual([]);
  });

  it('opens the account of a user without an account; without a verified address there are no credits yet', async () => {
    const fresh = db.newUser();

    expect(await generate(fresh, id)).toMatchObject({ status: 402 });
    expect(await db.readBalance(fresh)).toBe(0);
    expect(await db.ledgerAmounts(fresh)).toEqual({ welcome: 0 });
  });

  it('whose account is deleted before it settles answers as a deleted account, and deletes its image', async () => {
    duringGeneration(() => eraseThumbnails(user));

    expect(await generate(user, id)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', params: { reason: 'accountDeleted' } },
    });

    expect(await records()).toEqual([]);
    expect(await db.readBalance(user)).toBe(5);
    expect(deletedImages()).toEqual(['png', 'jpg', 'webp'].map((ending) => `images/${user}/${id}.${ending}`));
  });
});

describe('the deletion of the generations of an account', () => {
  it('refunds a generation whose next attempt starts during the deletion', async () => {
    await db.putItem('thumbnails', thumbnailItem(user, id, 'waiting'));
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => db.putItem('thumbnails', thumbnailItem(user, id, 'pending')),
    });

    expect(await eraseThumbnails(user)).toEqual({ generations: 1, images: 0 });

    expect(await records()).toEqual([]);
    expect(await db.ledgerAmounts(user)).toEqual({ [`refund#${id}`]: 1 });
  });
});

describe('concurrent generations with lost responses, conflicts and repetitions', () => {
  /** More conflicts than one write retries. */
  const LASTING = 40;
  const request = fc.record({
    /** A few ids, so that some are repeated. */
    digit: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    succeeds: fc.boolean(),
  });
  const fault = fc.record({
    skip: fc.nat({ max: 20 }),
    kind: fc.constantFrom('not sent', 'response lost', 'conflict'),
    calls: fc.constantFrom(1, 2, LASTING),
  });
  type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;
  const round = fc.record({
    requests: fc.array(request, { minLength: 1, maxLength: 6 }),
    faults: fc.array(fault, { maxLength: 2 }),
  });

  function injectFaults(faults: Fault[]): void {
    for (const { skip, kind, calls } of faults) {
      for (let call = 0; call < calls; call += 1) {
        if (kind === 'conflict')
          db.failCall(cancelled(conflict), { operation: 'TransactWriteItems', skip: skip + call });
        else db.failCall(timedOut(), { skip: skip + call, isWritten: kind === 'response lost' });
      }
    }
  }

  async function sweepLater() {
    vi.setSystemTime(Date.now() + 600_000);
    return refundAbandoned({} as ScheduledEvent, lambdaContext());
  }

  const pendingIds = async () => (await records()).filter((item) => 'pendingShard' in item);

  it('end exactly once each, and the balance equals the sum of the ledger', async () => {
    const prefix = db.newGeneration().slice(0, -1);
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        await db.createTables();
        await db.putUser(user, 9);
        for (const { requests, faults } of rounds) {
          injectFaults(faults);
          const outcomes = new Map<string, boolean>(requests.map(({ digit, succeeds }) => [digit, succeeds]));
          bedrock.on(InvokeModelCommand).callsFake(({ body }: { body: string }) => {
            const { prompt } = JSON.parse(body) as { prompt: string };
            return Promise.resolve(outcomes.get(prompt) === true ? stabilityAnswer() : FILTERED);
          });
          await Promise.all(requests.map(({ digit }) => generate(user, prefix + digit, { prompt: digit })));
        }
        // The remaining faults affect the first runs of the schedule.
        for (let run = 0; run < 200 && (await pendingIds()).length > 0; run += 1) {
          await sweepLater().catch(() => undefined);
        }

        expect(await pendingIds()).toEqual([]);
        const amounts = await db.ledgerAmounts(user);
        for (const { generationId, status } of await records()) {
          expect(amounts[`spend#${String(generationId)}`]).toBe(-1);
          expect(amounts[`refund#${String(generationId)}`]).toBe(status === 'failed' ? 1 : undefined);
        }
        expect(await db.readBalance(user)).toBe(9 + db.sum(amounts));
      }),
      { numRuns: 12 },
    );
  });

  it('never spend more than the balance', async () => {
    await db.putUser(user, 3);
    await db.putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));

    const answers = await Promise.all(Array.from({ length: 6 }, () => generate(user, db.newGeneration())));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 402, 402, 402]);
    expect(await db.readBalance(user)).toBe(0);
    expect(db.sum(await db.ledgerAmounts(user))).toBe(0);
  });
});
