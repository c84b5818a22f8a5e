import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listThumbnailsResponse } from '../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { requestEndpoint } from '../prove/api.ts';
import { hasSignIn } from '../support/invariants.ts';
import { USER_ENDPOINTS, VALID_REQUESTS } from '../support/valid-requests.ts';
import {
  connectUserPool,
  newCreator,
  readConfig,
  request,
  returningCreator,
  signUp,
  type Creator,
} from './support/creator.ts';
import type { FaultProxy } from './support/fault-proxy.ts';
import { shareCloud } from './support/shared-cloud.ts';
import { WELCOME } from './support/global-setup.ts';
import { expectDeleted, expectInvariants } from './support/invariants.ts';

/** After this time, no request from before the deletion can still be running. */
const SETTLED_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  proxy.reset(() => 'none');
  creator = await newCreator(cloud);
});

/** Opens a checkout for the Starter pack. @returns the id of the session */
async function openCheckout(buyer: Creator): Promise<string> {
  const order = { priceId: LOCAL_PRICES.starter, userId: buyer.userId };
  const { body } = await buyer.post('/api/create-stripe-checkout', order);
  return new URL(String(body['checkoutUrl'])).pathname.split('/').at(-1) ?? '';
}

const expectNothingLeft = (deleted: Creator) => expectDeleted(cloud, inspector, deleted);

async function ownRows(table: 'DataUsers' | 'DataPurchases') {
  const rows = await inspector.rows(table);
  return rows.filter(({ id, userId }) => [id, userId].includes(creator.userId));
}

/** Runs the scheduled function as it would run ten minutes from now. */
async function finishAccountDeletions(userId: string): Promise<unknown> {
  await inspector.backdate(userId, SETTLED_MS);
  return cloud.invoke('FinishClosings', {});
}

describe('deleting an account', () => {
  it('removes images, prompts, the sign-in and the credits, and keeps the ledger', async () => {
    await creator.generate('a secret castle');
    await creator.generate('[[filter]] a secret castle');
    const before = await inspector.ledger(creator.userId);
    await inspector.storeOrphanImage(creator.userId);

    expect(await creator.closeAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectNothingLeft(creator);
    expect(await inspector.dump()).not.toContain('secret castle');
    const after = await inspector.ledger(creator.userId);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.filter((row) => !before.some(({ entryId }) => entryId === row.entryId))).toMatchObject([
      { entryId: 'closed', amount: -2 },
    ]);
  });

  it('keeps the purchase for the accounts without personal data', async () => {
    cloud.stripe.controls.pay(await openCheckout(creator));
    await cloud.stripe.controls.idle();

    await creator.closeAccount();

    await expectNothingLeft(creator);
    const purchases = await ownRows('DataPurchases');
    expect(purchases).toMatchObject([{ pack: 'Starter', credits: 10, amount: 350, state: 'paid' }]);
    expect(purchases[0]).not.toHaveProperty('receiptUrl');
    expect(await ownRows('DataUsers')).toEqual([
      {
        id: creator.userId,
        credits: 0,
        createdAt: expect.any(String) as string,
        closedAt: expect.any(String) as string,
        closing: 'yes',
      },
    ]);
  });

  it('does not change other accounts', async () => {
    const other = await newCreator(cloud);
    await other.generate('a castle');

    await creator.closeAccount();

    expect(await other.credits()).toBe(WELCOME - 1);
    const { thumbnails } = listThumbnailsResponse.parse((await other.get('/api/thumbnails')).body);
    expect(thumbnails).toHaveLength(1);
    expect((await fetch(thumbnails[0]?.url ?? '')).status).toBe(200);
    expect(await hasSignIn(cloud, other.userId)).toBe(true);
    await expectInvariants(inspector, other.userId);
  });
});

describe('an account whose user was deleted at Cognito', () => {
  it('is deleted by the scheduled functions, and an account with a user is not', async () => {
    const other = await newCreator(cloud);
    await creator.generate('a secret castle');
    for (const { userId } of [creator, other]) await inspector.backdateOpening(userId, 2 * DAY_MS);
    const { region, userPoolId: UserPoolId } = await readConfig(cloud);
    const user = { UserPoolId, Username: creator.userId };
    await connectUserPool(cloud, region).send(new AdminDeleteUserCommand(user));

    expect(await cloud.invoke('DeleteOrphanedAccounts', {})).toMatchObject({ deleted: [creator.userId] });
    expect(await finishAccountDeletions(creator.userId)).toMatchObject({ finished: 1 });

    await expectNothingLeft(creator);
    expect(await other.credits()).toBe(WELCOME);
  });
});

describe('the token of a deleted account', () => {
  it('is refused with 401 by every endpoint, and no account is opened again', async () => {
    const { token, userId } = creator;
    await creator.closeAccount();

    // The deletion may be repeated.
    for (const name of USER_ENDPOINTS.filter((each) => each !== 'deleteAccount')) {
      const parts = VALID_REQUESTS[name](userId, LOCAL_PRICES.starter);
      expect(await requestEndpoint(cloud, token, name, parts), name).toMatchObject({
        status: 401,
        body: { error: 'This account has been deleted.', code: 'unauthorized' },
      });
    }

    await expectNothingLeft(creator);
  });

  it('is required: without a token, nothing is deleted', async () => {
    const answer = await request(`${cloud.url}/api/account`, undefined, { method: 'DELETE' });

    expect(answer.status).toBe(401);
    expect(await creator.credits()).toBe(WELCOME);
  });
});

describe('the welcome credits', () => {
  it('are not given again to the email address of a deleted account, in any letter case', async () => {
    await creator.closeAccount();

    const again = await newCreator(cloud, creator.email.toUpperCase());

    expect(again.userId).not.toBe(creator.userId);
    expect(await again.credits()).toBe(0);
    await expectInvariants(inspector, again.userId);
    expect((await again.generate('a castle')).status).toBe(402);
  });

  it('are not given to the third account of an address, which can buy credits', async () => {
    await creator.closeAccount();
    await (await newCreator(cloud, creator.email)).closeAccount();

    const third = await newCreator(cloud, creator.email);
    cloud.stripe.controls.pay(await openCheckout(third));
    await cloud.stripe.controls.idle();

    expect(await third.credits()).toBe(10);
  });

  it('are given on the first request when the sign-up trigger failed, and not again after a deletion', async () => {
    const email = `${randomUUID()}@example.com`;
    // The trigger cannot reach the tables while the sign-up is confirmed.
    proxy.reset(() => 'not-sent');
    await expect(signUp(cloud, email)).rejects.toThrow();
    proxy.reset(() => 'none');

    const late = await returningCreator(cloud, email);
    expect(await late.credits()).toBe(WELCOME);
    await late.closeAccount();

    expect(await (await newCreator(cloud, email)).credits()).toBe(0);
  });
});

describe('a generation that runs during the deletion', () => {
  it('ends without an image, and its credit is refunded before the account is closed', async () => {
    const painting = creator.generate('[[slow:1500]] a castle');
    await expect.poll(async () => (await inspector.thumbnails(creator.userId)).length).toBe(1);

    expect(await creator.closeAccount()).toMatchObject({ status: 200 });
    expect((await painting).status).toBeGreaterThanOrEqual(400);

    await expectNothingLeft(creator);
    expect((await inspector.ledger(creator.userId)).map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['spend', -1],
        ['refund', 1],
        ['closed', -WELCOME],
      ]),
    );
  });

  it('and leaves an image because its invocation died is removed by the scheduled function', async () => {
    await creator.closeAccount();
    await inspector.storeOrphanImage(creator.userId);

    expect(await finishAccountDeletions(creator.userId)).toMatchObject({ finished: 1 });

    await expectNothingLeft(creator);
  });
});

describe('a payment of a deleted account', () => {
  it('that completes after the deletion is refunded, and its credits are taken back', async () => {
    const { controls } = cloud.stripe;
    const session = await openCheckout(creator);
    controls.pay(session, 'pay_later');
    await creator.closeAccount();

    controls.settle(session, 'succeeded');
    await controls.idle();

    const payment = controls.payments().find((each) => each.session.id === session);
    expect(payment?.refunds).toMatchObject([{ amount: 350 }]);
    const kinds = (await inspector.ledger(creator.userId)).map(({ kind, amount }) => [kind, amount]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['purchase', 10],
        ['clawback', -10],
      ]),
    );
    await expectNothingLeft(creator);
    expect((await ownRows('DataPurchases'))[0]).not.toHaveProperty('receiptUrl');
  });
});
