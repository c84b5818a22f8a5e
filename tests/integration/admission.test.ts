import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { newCreator, type Answer, type Creator } from './support/creator.ts';
import type { FaultProxy } from './support/fault-proxy.ts';
import { startFaultyCloud } from './support/faulty-cloud.ts';
import { expectInvariants } from './support/invariants.ts';

/** The stage's settings: what one user may have under way, and begin in a minute. */
const IN_FLIGHT = 4;
const PER_MINUTE = 30;
const CREDITS = 20;

let proxy: FaultProxy;
let cloud: EmbeddedCloud;
let audit: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await startFaultyCloud());
  audit = inspectCloud(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await proxy.close();
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  creator = await newCreator(cloud);
  const credits = CREDITS - (await creator.credits());
  const order = { userId: creator.userId, grantId: randomUUID(), credits, by: 'test', why: 'test' };
  await cloud.invoke('GrantCredits', { ...order, dryRun: false });
});

const many = (count: number, one: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));
const withStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);
const spends = async () => (await audit.ledger(creator.userId)).filter(({ kind }) => kind === 'spend').length;

describe('generations at once', () => {
  it('are as many as may be, however many are asked for; the others cost nothing and are told when to come back', async () => {
    const answers = await many(10, (n) => creator.generate(`[[slow:5000]] castle ${n}`));

    expect(withStatus(answers, 200)).toHaveLength(IN_FLIGHT);
    const refused = withStatus(answers, 429);
    expect(refused).toHaveLength(10 - IN_FLIGHT);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toBe('5');
      expect(body).toMatchObject({
        code: 'too_many_requests',
        error: expect.stringContaining('no credit was taken') as string,
      });
    }
    expect(await creator.credits()).toBe(CREDITS - IN_FLIGHT);
    await expectInvariants(audit, creator.userId);

    const next = await many(IN_FLIGHT, (n) => creator.generate(`castle ${n}`));
    expect(withStatus(next, 200)).toHaveLength(IN_FLIGHT);
    await expectInvariants(audit, creator.userId);
  });

  it('let a replay through, and leave no trace of what they refuse: its id is as good as new', async () => {
    const [earlier, generationId] = [randomUUID(), randomUUID()];
    await creator.generate('castle', { generationId: earlier });
    await audit.setInFlight(
      creator.userId,
      Array.from({ length: IN_FLIGHT }, () => randomUUID()),
    );

    const replay = await creator.generate('castle', { generationId: earlier });
    const refused = await creator.generate('castle', { generationId });
    const found = await creator.get(`/api/thumbnails/${generationId}`);

    expect([replay.status, refused.status, found.status]).toEqual([200, 429, 404]);
    expect(await spends()).toBe(1);
    await audit.setInFlight(creator.userId, []);
    expect((await creator.generate('castle', { generationId })).status).toBe(200);
    await expectInvariants(audit, creator.userId);
  });

  it('are one more where one more may be, and make room by failing, too', async () => {
    const others = Array.from({ length: IN_FLIGHT - 1 }, () => randomUUID());
    await audit.setInFlight(creator.userId, others);

    expect((await creator.generate('[[filter]]')).status).toBe(422);
    expect((await creator.generate('[[filter]]')).status).toBe(422);
    expect((await audit.inFlight(creator.userId)).sort()).toEqual(others.sort());
  });

  it("of one user take nobody else's place", async () => {
    const other = await newCreator(cloud);
    await audit.setInFlight(
      creator.userId,
      Array.from({ length: IN_FLIGHT }, () => randomUUID()),
    );

    expect((await creator.generate('castle')).status).toBe(429);
    expect((await other.generate('castle')).status).toBe(200);
  });
});

describe('generations in a minute', () => {
  const begun = async () =>
    Object.values(await audit.admitted(creator.userId)).reduce((sum, count) => sum + count, 0);

  it('are counted when they begin, whatever becomes of them; replays and refusals are not', async () => {
    const generationId = randomUUID();
    await creator.generate('castle', { generationId });
    await creator.generate('[[filter]]');
    await creator.generate('castle', { generationId });
    await audit.setBalance(creator.userId, 0);
    expect((await creator.generate('castle')).status).toBe(402);

    expect(await begun()).toBe(2);
  });

  it('are as many as may be; the next ones cost nothing and are told when the minute is over', async () => {
    const generationId = randomUUID();
    await creator.generate('castle', { generationId });
    await audit.setAdmitted(creator.userId, PER_MINUTE);
    const before = await begun();

    const refused = await creator.generate('castle');
    const replay = await creator.generate('castle', { generationId });

    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body['error']).toMatch(/in a minute\. Wait \d+ seconds?; no credit was taken\.$/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(replay.status).toBe(200);
    expect(await spends()).toBe(1);
    expect(await begun()).toBe(before);
    await expectInvariants(audit, creator.userId);
  });

  it('are one more where one more may be', async () => {
    await audit.setAdmitted(creator.userId, PER_MINUTE - 1);

    expect((await creator.generate('castle')).status).toBe(200);
    expect(await begun()).toBe(2 * PER_MINUTE - 1);
  });
});

describe('an account that another transaction has', () => {
  const isTransaction = (operation: string) => operation === 'TransactWriteItems';

  it('for as long as a spend is tried: 429, nothing begun', async () => {
    proxy.reset((_, operation) => (isTransaction(operation) ? 'conflict' : 'none'));

    const answer = await creator.generate('castle');

    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await spends()).toBe(0);
    await expectInvariants(audit, creator.userId);
  });

  it('for a moment holds a settle up, and no more', async () => {
    proxy.reset((call) => (call === 3 || call === 4 ? 'conflict' : 'none'));

    expect((await creator.generate('castle')).status).toBe(200);
    await expectInvariants(audit, creator.userId);
  });

  it('for as long as a settle is tried: the picture is there, and its spend lands with the next sweep', async () => {
    const generationId = randomUUID();
    proxy.reset((call, operation) => (call > 1 && isTransaction(operation) ? 'conflict' : 'none'));

    const answer = await creator.generate('castle', { generationId });

    expect(answer.status).toBe(200);
    expect(await audit.inFlight(creator.userId)).toEqual([generationId]);
    proxy.reset(() => 'none');
    expect((await creator.get('/api/thumbnails')).body['thumbnails']).toMatchObject([{ id: generationId }]);

    await audit.backdate(creator.userId);
    await cloud.invoke('RefundAbandoned', {});
    await cloud.invoke('RefundAbandoned', {});

    expect(await creator.credits()).toBe(CREDITS - 1);
    expect(await audit.thumbnails(creator.userId)).toMatchObject([{ status: 'succeeded' }]);
    await expectInvariants(audit, creator.userId);
  });
});
