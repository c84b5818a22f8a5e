import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, type Creator } from './support/creator.ts';
import type { FaultProxy } from './support/fault-proxy.ts';
import { shareCloud } from './support/shared-cloud.ts';
import { expectInvariants } from './support/invariants.ts';

/** The stage's default setting. */
const GENERATIONS_PER_MINUTE = 12;
const CREDITS = 20;

let proxy: FaultProxy;
let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  creator = await addCreator(cloud);
  const credits = CREDITS - (await creator.credits());
  const order = { userId: creator.userId, grantId: randomUUID(), credits, by: 'test', why: 'test' };
  await cloud.invoke('GrantCredits', { ...order, dryRun: false });
});

const spends = async () =>
  (await inspector.ledger(creator.userId)).filter(({ kind }) => kind === 'spend').length;

describe('the rate limit of generations', () => {
  it('counts a generation when it starts, whether it succeeds or fails, but neither a replay nor a refused request', async () => {
    const generationId = randomUUID();
    await creator.generate('castle', { generationId });
    await creator.generate('[[filter]]');
    await creator.generate('castle', { generationId });
    await inspector.setBalance(creator.userId, 0);
    expect((await creator.generate('castle')).status).toBe(402);
    await inspector.setBalance(creator.userId, CREDITS - 1);

    expect(await inspector.countGenerations(creator.userId)).toBe(2);
  });

  it('refuses a generation over the limit without taking a credit, and says when the window ends', async () => {
    const [earlier, generationId] = [randomUUID(), randomUUID()];
    await creator.generate('castle', { generationId: earlier });
    await inspector.setGenerationCount(creator.userId, GENERATIONS_PER_MINUTE);

    const refused = await creator.generate('castle', { generationId });
    const replay = await creator.generate('castle', { generationId: earlier });
    const found = await creator.get(`/api/thumbnails/${generationId}`);

    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', params: { reason: 'generations' }, charge: 'none' },
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect([replay.status, found.status]).toEqual([200, 404]);
    expect(await spends()).toBe(1);
    await expectInvariants(inspector, creator.userId);

    await inspector.setGenerationCount(creator.userId, 0);
    expect((await creator.generate('castle', { generationId })).status).toBe(200);
  });

  it('allows the last generation below the limit, and does not limit another user', async () => {
    const other = await addCreator(cloud);
    await inspector.setGenerationCount(creator.userId, GENERATIONS_PER_MINUTE - 1);

    expect((await creator.generate('castle')).status).toBe(200);
    expect((await creator.generate('castle')).status).toBe(429);
    expect((await other.generate('castle')).status).toBe(200);
  });

  it('stops concurrent requests at the limit', async () => {
    await inspector.setGenerationCount(creator.userId, GENERATIONS_PER_MINUTE - 2);

    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => creator.generate(`castle ${n}`)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await creator.credits()).toBe(CREDITS - 2);
    await expectInvariants(inspector, creator.userId);
  });
});

describe('a transaction conflict on the account', () => {
  it('that outlasts the retries refuses the generation with 429 and takes no credit', async () => {
    proxy.reset((_, operation) => (operation === 'TransactWriteItems' ? 'conflict' : 'none'));

    const answer = await creator.generate('castle');

    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await spends()).toBe(0);
    await expectInvariants(inspector, creator.userId);
  });
});
