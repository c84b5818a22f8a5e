import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as finishAccountDeletions } from '../../../functions/events/finish-closings.ts';
import { timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { failStripe, SERVER_ERROR } from './support/stripe.ts';
import { createFullUser, failService, images, prepareServices, signIns } from './support/deletion.ts';

let user: string;
const deleteAccount = (sub = user) => callEndpoint('deleteAccount', sub);
const listImages = (userId: string) => [...images].filter((key) => key.includes(userId));

describe('the schedule that completes account deletions', () => {
  const CLOSED_AT = new Date('2026-11-21T09:00:00.000Z');
  const MINUTE = 60_000;

  /** Runs the schedule this long, in ms, after the accounts were closed. */
  function runAfter(milliseconds: number) {
    vi.setSystemTime(CLOSED_AT.getTime() + milliseconds);
    return finishAccountDeletions({} as ScheduledEvent, lambdaContext());
  }
  const listUnfinished = async () =>
    (await db.scanItems('users')).filter(({ closing }) => closing !== undefined).map(({ id }) => id);

  beforeEach(async () => {
    prepareServices();
    vi.useFakeTimers({ toFake: ['Date'], now: CLOSED_AT });
    // The schedule reads the closings of all users.
    await db.createTables();
    ({ user } = await createFullUser());
  });

  it('completes an interrupted deletion eight minutes after it began', async () => {
    db.failCall(timedOut(), { skip: 3 });
    expect(await deleteAccount()).toMatchObject({ status: 500 });

    await expect(runAfter(8 * MINUTE)).resolves.toEqual({ finished: 0 });
    await expect(runAfter(8 * MINUTE + 1)).resolves.toEqual({ finished: 1 });

    expect(signIns.has(user)).toBe(false);
    expect(listImages(user)).toEqual([]);
    expect(await db.listItems('thumbnails', user)).toEqual([]);
    expect(await db.findUserItem(user)).toEqual({
      id: user,
      packs: {},
      credits: 0,
      createdAt: db.OPENED_AT,
      closedAt: CLOSED_AT.toISOString(),
    });
  });

  it('removes an image and a receipt that an earlier call wrote after the deletion', async () => {
    await deleteAccount();
    images.add(`images/${user}/late.png`);
    const receipt = { receiptUrl: 'https://pay.stripe.com/3' };
    await db.putItem('purchases', { userId: user, id: 'cs_3', state: 'paid', ...receipt });

    await runAfter(8 * MINUTE + 1);

    expect(listImages(user)).toEqual([]);
    expect(JSON.stringify(await db.listItems('purchases', user))).not.toContain('receipt');
  });

  it('keeps the credits of a payment that arrived after the deletion', async () => {
    await deleteAccount();
    const before = await db.ledgerAmounts(user);
    await db.changeBalance(user, 10);

    await runAfter(8 * MINUTE + 1);

    expect(await db.readBalance(user)).toBe(10);
    expect(await db.ledgerAmounts(user)).toEqual(before);
  });

  it('repeats the step that Stripe failed for a day, until its sessions have expired by themselves', async () => {
    failStripe(SERVER_ERROR);
    await deleteAccount();

    await expect(runAfter(9 * MINUTE)).rejects.toThrow('Some accounts were not deleted.');
    await expect(runAfter(24 * 60 * MINUTE - 1)).rejects.toThrow('Some accounts were not deleted.');
    await expect(runAfter(24 * 60 * MINUTE)).resolves.toEqual({ finished: 1 });

    expect(await db.findUserItem(user)).not.toHaveProperty('stripeCustomerId');
  });

  it('processes each closed account once and no open account', async () => {
    const { user: open } = await createFullUser();
    await deleteAccount();
    await runAfter(9 * MINUTE);
    db.resetCalls();

    await expect(runAfter(8 * MINUTE)).resolves.toEqual({ finished: 0 });

    expect(db.operations()).toEqual(['Query']);
    expect(signIns.has(open)).toBe(true);
    expect(signIns.has(user)).toBe(false);
    expect(await db.readBalance(open)).toBe(7);
  });

  it('continues with the other accounts when one account fails, reports the failure, and retries it', async () => {
    const users = [user, (await createFullUser()).user, (await createFullUser()).user];
    for (const each of users) await deleteAccount(each);
    db.setPageSize(1);
    failService('the list of images', timedOut());

    await expect(runAfter(9 * MINUTE)).rejects.toThrow('Some accounts were not deleted.');
    expect(await listUnfinished()).toHaveLength(1);

    await expect(runAfter(10 * MINUTE)).resolves.toEqual({ finished: 1 });
    expect(await listUnfinished()).toEqual([]);
  });
});
