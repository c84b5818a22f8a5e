import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { newCreator, type Creator } from './support/creator.ts';
import type { FaultProxy } from './support/fault-proxy.ts';
import { faultsAtEachStep, startFaultyCloud } from './support/faulty-cloud.ts';
import { expectInvariants } from './support/invariants.ts';
import { auditOf } from '../support/audit.ts';

// A cloud of its own: the SDK's retry quota, which a long outage empties, has to be full.
let proxy: FaultProxy;
let cloud: EmbeddedCloud;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await startFaultyCloud());
});
afterAll(async () => {
  await cloud.stop();
  await proxy.close();
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  creator = await newCreator(cloud);
});

describe('one lost call', () => {
  it.each(faultsAtEachStep())('of $step ($fault) is made good unseen', async ({ call, fault }) => {
    proxy.reset((n) => (n === call ? fault : 'none'));

    const answer = await creator.generate('a castle');

    expect(answer.status).toBe(200);
    expect(await creator.credits()).toBe(2);
    await expectInvariants(auditOf(cloud), creator.userId);
  });
});
