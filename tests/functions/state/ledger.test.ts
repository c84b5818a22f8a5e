import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clawbackEntry,
  collectEntry,
  deferredWelcomeEntry,
  deletionEntry,
  grantEntry,
  purchaseEntry,
  refundEntry,
  restoreEntry,
  spendEntry,
  welcomeEntry,
} from '../../../functions/credits/ledger/new-entries.ts';
import type { NewEntry } from '../../../functions/credits/ledger/ledger-entry.ts';
import { OPEN_ACCOUNT, openAccount, postEntry } from '../../../functions/credits/ledger/ledger.ts';
import type { TransactItem } from '../../../functions/platform/dynamodb-writes.ts';
import { absent } from '../../../functions/platform/expressions.ts';
import * as db from './support/database.ts';
import { tableName } from './support/table-schemas.ts';

let user: string;
beforeEach(() => {
  user = db.newUser();
});

const account = { open: OPEN_ACCOUNT, active: absent('suspendedAt') };

/** A write of another row, which is refused once the row exists. */
const insertRow = (id: string): TransactItem => ({
  Put: {
    TableName: tableName('purchases'),
    Item: { userId: user, id },
    ConditionExpression: 'attribute_not_exists(id)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

describe('a ledger entry', () => {
  const operator = { by: 'ops', why: 'test' };
  const BOOKING = { userId: 'user', sessionId: 'cs_1', position: 0 };
  const REFUND = { causeId: 're_1', pack: 'pro' };
  const RESTORED = { credits: 25, cancelled: 0, isEnded: true };

  it.each<[NewEntry, string, number, string]>([
    [welcomeEntry('user', 3), 'welcome', 3, 'sign-up'],
    [deferredWelcomeEntry('user', 3), 'welcome#late', 3, 'sign-up'],
    [spendEntry('user', 'generation', 2), 'spend#generation', -2, 'generation'],
    [refundEntry('user', 'generation', 2), 'refund#generation', 2, 'generation'],
    [purchaseEntry('user', 'cs_1', 25, 'pro'), 'purchase#cs_1', 25, 'cs_1'],
    [collectEntry('user', 'cs_1', 4), 'collect#cs_1', -4, 'cs_1'],
    [clawbackEntry(BOOKING, REFUND, 2, 0), 'reversal#cs_1#0001', -2, 're_1'],
    [restoreEntry({ ...BOOKING, position: 9 }, REFUND, RESTORED), 'reversal#cs_1#0010', 25, 're_1'],
    [grantEntry('user', 'g-1', -5, operator), 'grant#g-1', -5, 'g-1'],
    [deletionEntry('user', 3), 'closed', -3, 'closing'],
  ])('of kind $kind has an id that names its cause', (entry, entryId, amount, ref) => {
    expect(entry).toMatchObject({ userId: 'user', entryId, amount, ref });
  });

  it('is booked with the balance and the writes of the caller', async () => {
    await db.putUser(user, 3);

    await expect(
      postEntry(spendEntry(user, 'generation', 2), { account, writes: { row: insertRow('row') } }),
    ).resolves.toBeUndefined();

    expect(await db.findUserItem(user)).toMatchObject({ credits: 1 });
    expect(await db.ledgerAmounts(user)).toEqual({ 'spend#generation': -2 });
    expect(await db.listItems('purchases', user)).toEqual([{ userId: user, id: 'row' }]);
    expect(db.operations()).toEqual(['TransactWriteItems']);
  });
});

describe('a refused entry', () => {
  const closedAt = '2026-11-21T09:00:00.000Z';

  it.each<[string, string[], { user?: [credits: number, more?: db.Item]; booked?: boolean; row?: boolean }]>([
    ['there is no account', ['noAccount'], {}],
    ['the balance is too low', ['insufficient'], { user: [1] }],
    ['the cause was booked', ['duplicate'], { user: [9], booked: true }],
    ['the account is closed', ['open'], { user: [9, { closedAt }] }],
    ['a row of the caller exists', ['row'], { user: [9], row: true }],
    [
      'everything fails',
      ['row', 'duplicate', 'open', 'active', 'insufficient'],
      { user: [0, { closedAt, suspendedAt: closedAt }], booked: true, row: true },
    ],
  ])('names each reason and writes nothing when %s', async (_, names, stored) => {
    if (stored.user !== undefined) await db.putUser(user, ...stored.user);
    if (stored.booked === true) await db.putItem('ledger', { userId: user, entryId: 'spend#generation' });
    if (stored.row === true) await db.putItem('purchases', { userId: user, id: 'row', state: 'paid' });
    const readRows = () =>
      Promise.all([db.findUserItem(user), db.listItems('ledger', user), db.listItems('purchases', user)]);
    const before = await readRows();

    const refusals = await postEntry(spendEntry(user, 'generation', 2), {
      account,
      writes: { row: insertRow('row') },
    });

    expect(refusals?.names.filter((name) => name !== 'balance')).toEqual(names);
    expect(refusals?.findItem('row')).toEqual(stored.row && { userId: user, id: 'row', state: 'paid' });
    expect(await readRows()).toEqual(before);
  });

  it.each([
    { expected: { credits: 4 }, is: 'changed' },
    { expected: { shortfall: 0 }, is: 'changed' },
    { expected: { credits: 5, shortfall: 2 }, is: undefined },
  ])('is refused as $is when the caller expects $expected', async ({ expected, is }) => {
    await db.putUser(user, 5, { shortfall: 2 });

    const refusals = await postEntry(refundEntry(user, 'generation', 1), { expected });

    expect(refusals?.names.filter((name) => name !== 'balance')).toEqual(is && [is]);
  });

  it('is posted by its repetition after an error whose outcome is unknown', async () => {
    await db.putUser(user, 5);
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    db.failCall(error);
    await expect(postEntry(spendEntry(user, 'generation', 1))).rejects.toBe(error);

    await expect(postEntry(spendEntry(user, 'generation', 1))).resolves.toBeUndefined();
    expect(await db.findUserItem(user)).toMatchObject({ credits: 4 });
  });
});

describe('opening an account', () => {
  const welcomeDueAt = '2026-11-23T00:00:00.000Z';

  it('writes the first entry, the account and the writes of the caller', async () => {
    await expect(
      openAccount(welcomeEntry(user, 3), { writes: { row: insertRow('row') }, welcomeDueAt }),
    ).resolves.toBeUndefined();

    const createdAt = expect.any(String) as string;
    expect(await db.findUserItem(user)).toEqual({ id: user, packs: {}, credits: 3, createdAt, welcomeDueAt });
    expect(await db.listItems('ledger', user)).toEqual([{ ...welcomeEntry(user, 3), createdAt }]);
    expect(await db.listItems('purchases', user)).toEqual([{ userId: user, id: 'row' }]);
  });

  it('names an existing account, and changes nothing', async () => {
    await db.putUser(user, 7);

    const refusals = await openAccount(welcomeEntry(user, 3));

    expect(refusals?.names).toEqual(['account']);
    expect(await db.ledgerAmounts(user)).toEqual({});
  });
});
