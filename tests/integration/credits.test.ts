import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { runAction } from '../infra/support/terminal.ts';
import { shareCloud } from './support/cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';

const WHY = 'Pictures failed on 3 May';

const { cloud, inspector } = await shareCloud();
let creator: Creator;

beforeAll(() => {
  vi.stubEnv('PORT', new URL(cloud.url).port);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Runs an action of `npm run credits` against the shared cloud. */
const run = (action: string, ...args: string[]) => runAction(action, '--local', ...args);

const user = () => ['--user', creator.userId];
const grant = (credits: number, ...more: string[]) =>
  run('grant', ...user(), `--credits=${credits}`, '--why', WHY, ...more);

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

    expect(await run('suspend', ...user(), '--why', 'chargebacks')).toMatchObject({ exitCode: 0 });
    expect(await creator.generate('a castle')).toMatchObject(refused);
    expect(await buy()).toMatchObject(refused);
    expect(await creator.credits()).toBe(2);
    expect(await creator.get('/api/account/export')).toMatchObject({
      status: 200,
      body: { account: { credits: 2 }, thumbnails: [{ prompt: 'a castle' }] },
    });
    expect((await run('show', ...user())).printed).toMatch(
      /suspended since 20.*suspend +chargebacks; local:/s,
    );

    await run('resume', ...user(), '--why', 'settled');
    expect(await creator.generate('a castle')).toMatchObject({ status: 200 });
    expect(await buy()).toMatchObject({ status: 200 });

    await run('suspend', ...user(), '--why', 'chargebacks');
    expect(await creator.closeAccount()).toMatchObject({ status: 200 });
  });
});

describe('an audit', () => {
  it('of all accounts reports only the account with a changed balance, until it is corrected', async () => {
    await creator.generate('a castle');
    const other = await addCreator(cloud);
    await inspector.setBalance(creator.userId, 7);

    const { exitCode, printed } = await run('audit');

    expect(exitCode).toBe(1);
    expect(printed).toMatch(new RegExp(`${creator.userId}  balance differs from ledger +7 +2 +5\\n`));
    expect(printed).not.toContain(other.userId);
    expect(printed).toMatch(/accounts audited, 1 with findings/);

    await inspector.setBalance(creator.userId, 2);
    expect(await run('audit')).toMatchObject({ exitCode: 0, warned: '' });
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
    expect(await run('audit', ...user())).toMatchObject({ exitCode: 0 });
  });
});

describe('credits show', () => {
  it('finds an account by its email address and lists its entries, newest first, without personal data', async () => {
    await creator.generate('a castle on a hill');
    await creator.generate('[[filter]] a castle on a hill');
    await grant(5);

    const { exitCode, printed } = await run('show', '--user', creator.email);

    expect(exitCode).toBe(0);
    expect(printed).toContain(`user     ${creator.userId}\nbalance  7 credits\n`);
    const kinds = [...printed.matchAll(/Z {2}(\w+) /g)].map(([, kind]) => kind);
    expect(kinds).toEqual(['grant', 'refund', 'spend', 'spend', 'welcome']);
    expect(printed).toMatch(/last 7 days +1 +0 +0 +1 +0 {2}content_filtered 1\n/);
    expect(printed).not.toContain(creator.email);
    expect(printed).not.toContain('castle');
  });
});
