import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { LOCAL_PRICES } from '../../local/connect-services.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { requestEndpoint } from '../prove/api.ts';

import { USER_ENDPOINTS, VALID_REQUESTS } from '../support/valid-requests.ts';
import { connectUserPool, newCreator, readConfig, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';
import { expectDeleted } from './support/invariants.ts';

/** After this time, no request from before the deletion can still be running. */
const SETTLED_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
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
