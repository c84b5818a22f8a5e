import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { faultsAtEachStep, startFaultyCloud } from './support/faulty-cloud.ts';
import { newCreator, type Creator } from './support/creator.ts';
import type { Fault, FaultProxy } from './support/fault-proxy.ts';
import { expectInvariants } from './support/invariants.ts';
import { auditOf, type Audit } from '../support/audit.ts';

/** Long enough ago for refund-abandoned to know that nobody works on it any more. */
const ABANDONED_MS = 10 * 60_000;

let proxy: FaultProxy;
let cloud: EmbeddedCloud;
let audit: Audit;
let creator: Creator;
let generationId: string;

beforeAll(async () => {
  ({ cloud, proxy } = await startFaultyCloud());
  audit = auditOf(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await proxy.close();
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  creator = await newCreator(cloud);
  generationId = randomUUID();
  // Warm: the calls that follow are the generation's own.
  await creator.credits();
});

async function sweep(): Promise<void> {
  proxy.reset(() => 'none');
  for (const { generationId: id, status } of await audit.thumbnails(creator.userId)) {
    if (status === 'pending') await audit.age(creator.userId, id, ABANDONED_MS);
  }
  await cloud.invoke('RefundAbandoned', {});
}

describe('an invocation that dies', () => {
  // From the fault on nothing gets through any more: neither the next step nor the refund.
  const deaths = faultsAtEachStep();

  it.each(deaths)(
    'at $step ($fault) costs nothing once refund-abandoned has run',
    async ({ call, fault }) => {
      proxy.reset((n): Fault => (n < call ? 'none' : n === call ? fault : 'not-sent'));
      const answer = await creator.generate('a castle', { generationId });
      expect(answer.status).toBeGreaterThanOrEqual(500);

      await sweep();

      await expectInvariants(audit, creator.userId);
      const [thumbnail] = await audit.thumbnails(creator.userId);
      expect(await creator.credits()).toBe(thumbnail?.status === 'succeeded' ? 2 : 3);
    },
  );

  it.each(deaths)(
    'at $step ($fault) and is asked again with the same id charges once',
    async ({ call, fault }) => {
      proxy.reset((n): Fault => (n < call ? 'none' : n === call ? fault : 'not-sent'));
      await creator.generate('a castle', { generationId });
      proxy.reset(() => 'none');

      const again = await creator.generate('a castle', { generationId });
      expect([200, 409, 500]).toContain(again.status);
      await sweep();

      await expectInvariants(audit, creator.userId);
      expect(await audit.thumbnails(creator.userId)).toHaveLength(1);
    },
  );

  it('leaves no picture behind that nobody paid for', async () => {
    proxy.reset((n): Fault => (n <= 2 ? 'none' : 'not-sent'));
    await creator.generate('a castle', { generationId });
    expect(await audit.images(creator.userId)).toHaveLength(1);

    await sweep();

    expect(await audit.images(creator.userId)).toEqual([]);
    expect(await creator.credits()).toBe(3);
  });
});

describe('refund-abandoned', () => {
  it('leaves a generation alone that may still be painting', async () => {
    const painting = creator.generate('[[slow:300]] a castle', { generationId });
    await expect.poll(async () => (await audit.thumbnails(creator.userId)).length).toBe(1);

    await cloud.invoke('RefundAbandoned', {});

    expect((await painting).status).toBe(200);
    expect(await creator.credits()).toBe(2);
  });

  it('that comes before the picture: the generation failed, once, and the picture is gone', async () => {
    const painting = creator.generate('[[slow:2500]] a castle', { generationId });
    await expect.poll(async () => (await audit.thumbnails(creator.userId)).length).toBe(1);

    await sweep();

    expect((await painting).status).toBe(500);
    expect(await audit.images(creator.userId)).toEqual([]);
    expect(await creator.credits()).toBe(3);
    await expectInvariants(audit, creator.userId);
  });

  it('run many times at once gives back once', async () => {
    proxy.reset((n): Fault => (n <= 1 ? 'none' : 'not-sent'));
    await creator.generate('a castle', { generationId });
    proxy.reset(() => 'none');
    await audit.age(creator.userId, generationId, ABANDONED_MS);

    await Promise.all(Array.from({ length: 5 }, () => cloud.invoke('RefundAbandoned', {})));

    expect(await creator.credits()).toBe(3);
    await expectInvariants(audit, creator.userId);
  });
});
