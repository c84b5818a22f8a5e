import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Command, Options } from '../../infra/commands/command-line.ts';
import { auditCommand } from '../../infra/commands/credits/audit.ts';
import { grantCommand } from '../../infra/commands/credits/grant.ts';
import { showCommand } from '../../infra/commands/credits/show.ts';
import { resumeCommand, suspendCommand } from '../../infra/commands/credits/suspend.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { run as runCommand } from '../infra/support/terminal.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { startCloud } from './support/cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';

const WHY = 'Pictures failed on 3 May';

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  cloud = await startCloud();
  inspector = inspectCloud(cloud);
  vi.stubEnv('PORT', new URL(cloud.url).port);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cloud.stop();
});

/** Runs a command against the cloud of this file. */
const run = <O extends Options>(command: Command<O>, ...args: string[]) =>
  runCommand(command, '--local', ...args);

const user = () => ['--user', creator.userId];
const grant = (credits: number, ...more: string[]) =>
  run(grantCommand, ...user(), `--credits=${credits}`, '--why', WHY, ...more);

beforeEach(async () => {
  creator = await addCreator(cloud);
});

describe('a suspension', () => {
  it('prevents generating and buying, but not reading and deleting, until it ends', async () => {
    const buy = () =>
      creator.post('/api/create-stripe-checkout', {
        priceId: LOCAL_PRICES.starter,
        userId: creator.userId,
      });
    const refused = { status: 403, body: { code: 'account_suspended' } };
    await creator.generate('a castle');

    expect(await run(suspendCommand, ...user(), '--why', 'chargebacks')).toMatchObject({ exitCode: 0 });
    expect(await creator.generate('a castle')).toMatchObject(refused);
    expect(await buy()).toMatchObject(refused);
    expect(await creator.credits()).toBe(2);
    expect(await creator.get('/api/account/export')).toMatchObject({
      status: 200,
      body: { account: { credits: 2 }, thumbnails: [{ prompt: 'a castle' }] },
    });
    expect((await run(showCommand, ...user())).printed).toMatch(
      /suspended since 20.*suspend +chargebacks; local:/s,
    );

    await run(resumeCommand, ...user(), '--why', 'settled');
    expect(await creator.generate('a castle')).toMatchObject({ status: 200 });
    expect(await buy()).toMatchObject({ status: 200 });

    await run(suspendCommand, ...user(), '--why', 'chargebacks');
    expect(await creator.closeAccount()).toMatchObject({ status: 200 });
  });
});

describe('an audit', () => {
  it('of all accounts reports only the account with a changed balance, until it is corrected', async () => {
    await creator.generate('a castle');
    const other = await addCreator(cloud);
    await inspector.setBalance(creator.userId, 7);

    const { exitCode, printed } = await run(auditCommand);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(new RegExp(`${creator.userId}  balance differs from ledger +7 +2 +5\\n`));
    expect(printed).not.toContain(other.userId);
    expect(printed).toMatch(/accounts audited, 1 with findings/);

    await inspector.setBalance(creator.userId, 2);
    expect(await run(auditCommand)).toMatchObject({ exitCode: 0, warned: '' });
  });
});

describe('a grant', () => {
  it('is booked in the ledger with its operator and reason, and the audit has no findings', async () => {
    const { exitCode, printed } = await grant(5);

    expect(exitCode).toBe(0);
    expect(printed).toContain('Done. The balance is 8 credits.');
    expect(await creator.credits()).toBe(8);
    expect(await inspector.ledger(creator.userId)).toContainEqual(
      expect.objectContaining({
        kind: 'grant',
        amount: 5,
        why: WHY,
        by: expect.stringMatching(/^local:/) as string,
      }),
    );
    expect(await run(auditCommand, ...user())).toMatchObject({ exitCode: 0 });
  });
});

describe('credits show', () => {
  it('finds an account by its email address and lists its entries, newest first, without personal data', async () => {
    await creator.generate('a castle on a hill');
    await creator.generate('[[filter]] a castle on a hill');
    await grant(5);

    const { exitCode, printed } = await run(showCommand, '--user', creator.email);

    expect(exitCode).toBe(0);
    expect(printed).toContain(`user     ${creator.userId}\nbalance  7 credits\n`);
    const kinds = [...printed.matchAll(/Z {2}(\w+) /g)].map(([, kind]) => kind);
    expect(kinds).toEqual(['grant', 'refund', 'spend', 'spend', 'welcome']);
    expect(printed).toMatch(/last 7 days +1 +0 +0 +1 +0 {2}content_filtered 1\n/);
    expect(printed).not.toContain(creator.email);
    expect(printed).not.toContain('castle');
  });
});
