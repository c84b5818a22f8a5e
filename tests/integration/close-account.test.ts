import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '../../contract/endpoints.ts';
import { listThumbnailsResponse } from '../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { hasSignIn } from '../support/invariants.ts';
import {
  newCreator,
  request,
  returningCreator,
  signUp,
  type Answer,
  type Creator,
} from './support/creator.ts';
import type { FaultProxy } from './support/fault-proxy.ts';
import { startFaultyCloud } from './support/faulty-cloud.ts';
import { expectInvariants } from './support/invariants.ts';
import { expectGone as expectLeftBehind } from './support/left-behind.ts';

/** Long enough ago for finish-closings to know that nothing from before is under way. */
const SETTLED_MS = 10 * 60_000;
const WELCOME = 3;

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
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
});

/** Pays for a pack, as far as Stripe's page goes. @returns the session's id. */
async function openCheckout(buyer: Creator): Promise<string> {
  const order = { priceId: LOCAL_PRICES.starter, userId: buyer.userId };
  const { body } = await buyer.post('/api/create-stripe-checkout', order);
  return new URL(String(body['checkoutUrl'])).pathname.split('/').at(-1) ?? '';
}

const expectGone = (gone: Creator) => expectLeftBehind(cloud, audit, gone);

async function ownRows(table: 'DataUsers' | 'DataPurchases') {
  const rows = await audit.rows(table);
  return rows.filter(({ id, userId }) => [id, userId].includes(creator.userId));
}

/** Runs the schedule as it will be some minutes from now. */
async function finishClosings(userId: string): Promise<unknown> {
  await audit.backdate(userId, SETTLED_MS);
  return cloud.invoke('FinishClosings', {});
}

describe('deleting an account', () => {
  it('leaves no picture, no prompt, no sign-in and no credits, and the ledger as it was', async () => {
    await creator.generate('a secret castle');
    await creator.generate('[[filter]] a secret castle');
    const before = await audit.ledger(creator.userId);
    await audit.storeOrphanImage(creator.userId);

    expect(await creator.closeAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectGone(creator);
    expect(await audit.dump()).not.toContain('secret castle');
    const after = await audit.ledger(creator.userId);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.filter((row) => !before.some(({ entryId }) => entryId === row.entryId))).toMatchObject([
      { entryId: 'closed', amount: -2 },
    ]);
  });

  it('keeps the purchase for the accounts, without the way to a person', async () => {
    cloud.stripe.controls.pay(await openCheckout(creator));
    await cloud.stripe.controls.idle();

    await creator.closeAccount();

    await expectGone(creator);
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

  it('touches nobody else', async () => {
    const other = await newCreator(cloud);
    await other.generate('a castle');

    await creator.closeAccount();

    expect(await other.credits()).toBe(WELCOME - 1);
    const { thumbnails } = listThumbnailsResponse.parse((await other.get('/api/thumbnails')).body);
    expect(thumbnails).toHaveLength(1);
    expect((await fetch(thumbnails[0]?.url ?? '')).status).toBe(200);
    expect(await hasSignIn(cloud, other.userId)).toBe(true);
    await expectInvariants(audit, other.userId);
  });
});

describe('the token of a deleted account', () => {
  it('opens nothing any more: 401 from every route, and nothing is charged or opened again', async () => {
    const { userId } = creator;
    await creator.closeAccount();
    const calls: [string, () => Promise<Answer>][] = [
      [routeKey('readCredits'), () => creator.get('/api/credits')],
      [routeKey('listThumbnails'), () => creator.get('/api/thumbnails')],
      [routeKey('readThumbnail'), () => creator.get(`/api/thumbnails/${randomUUID()}`)],
      [routeKey('listPurchases'), () => creator.get('/api/purchases')],
      [routeKey('generateThumbnail'), () => creator.generate('a castle')],
      [
        routeKey('createStripeCheckout'),
        () => creator.post('/api/create-stripe-checkout', { priceId: LOCAL_PRICES.starter, userId }),
      ],
    ];
    const excepted: string[] = [routeKey('deleteAccount'), routeKey('stripeWebhook')];
    expect(calls.map(([route]) => route).sort()).toEqual(
      ENDPOINT_NAMES.map(routeKey)
        .filter((route) => !excepted.includes(route))
        .sort(),
    );

    for (const [route, call] of calls) {
      expect(await call(), route).toMatchObject({
        status: 401,
        body: { error: 'This account has been deleted.', code: 'unauthorized' },
      });
    }

    await expectGone(creator);
  });

  it('may ask for the deletion again, which answers the same', async () => {
    await creator.closeAccount();

    expect(await creator.closeAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectGone(creator);
  });

  it('is not one of another user', async () => {
    const answer = await request(`${cloud.url}/api/account`, undefined, { method: 'DELETE' });

    expect(answer.status).toBe(401);
    expect(await creator.credits()).toBe(WELCOME);
  });
});

describe('the welcome credits', () => {
  it('are not given again to the address of a deleted account, however it is written', async () => {
    await creator.closeAccount();

    const again = await newCreator(cloud, creator.email.toUpperCase());

    expect(again.userId).not.toBe(creator.userId);
    expect(await again.credits()).toBe(0);
    await expectInvariants(audit, again.userId);
    expect((await again.generate('a castle')).status).toBe(402);
  });

  it('are not given the third time either, and credits that are bought count', async () => {
    await creator.closeAccount();
    await (await newCreator(cloud, creator.email)).closeAccount();

    const third = await newCreator(cloud, creator.email);
    cloud.stripe.controls.pay(await openCheckout(third));
    await cloud.stripe.controls.idle();

    expect(await third.credits()).toBe(10);
  });

  it('are given to another address', async () => {
    await creator.closeAccount();

    expect(await (await newCreator(cloud)).credits()).toBe(WELCOME);
  });

  it('are given once where the trigger did not come through, and not again either', async () => {
    const email = `${randomUUID()}@example.com`;
    // Nothing reaches the tables while the sign-up is confirmed.
    proxy.reset(() => 'not-sent');
    await expect(signUp(cloud, email)).rejects.toThrow();
    proxy.reset(() => 'none');

    const late = await returningCreator(cloud, email);
    expect(await late.credits()).toBe(WELCOME);
    await late.closeAccount();

    expect(await (await newCreator(cloud, email)).credits()).toBe(0);
  });
});

describe('a generation under way', () => {
  it('ends without a picture, and its credit is part of what goes', async () => {
    const painting = creator.generate('[[slow:1500]] a castle');
    await expect.poll(async () => (await audit.thumbnails(creator.userId)).length).toBe(1);

    expect(await creator.closeAccount()).toMatchObject({ status: 200 });
    expect((await painting).status).toBeGreaterThanOrEqual(400);

    await expectGone(creator);
    expect((await audit.ledger(creator.userId)).map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['spend', -1],
        ['refund', 1],
        ['closed', -WELCOME],
      ]),
    );
  });

  it('whose picture stays behind, for its invocation dies, is cleared up by the schedule', async () => {
    await creator.closeAccount();
    await audit.storeOrphanImage(creator.userId);

    expect(await finishClosings(creator.userId)).toMatchObject({ finished: 1 });

    await expectGone(creator);
  });
});

describe('a payment that comes late', () => {
  it('is in the ledger of the closed account, and a refund of it settles that', async () => {
    const session = await openCheckout(creator);
    await creator.closeAccount();

    cloud.stripe.controls.pay(session);
    await cloud.stripe.controls.idle();

    expect(await audit.balance(creator.userId)).toBe(10);
    await expectInvariants(audit, creator.userId);
    expect((await creator.generate('a castle')).status).toBe(401);

    cloud.stripe.controls.refund(session);
    await cloud.stripe.controls.idle();

    await expectGone(creator);
    expect((await ownRows('DataPurchases'))[0]).not.toHaveProperty('receiptUrl');
  });
});
