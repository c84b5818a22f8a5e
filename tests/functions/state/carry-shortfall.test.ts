import { beforeEach, describe, expect, it } from 'vitest';
import { carryShortfall, takeAllCredits } from '../../../functions/credits/ledger/deleted-account.ts';
import { bookReversal, listBookedReversals } from '../../../functions/credits/ledger/reversals.ts';
import { audit } from './support/audit.ts';
import * as db from './support/database.ts';

describe('the shortfall of a deleted account', () => {
  const read = async (id: string) => {
    const { credits, shortfall = 0 } = (await db.findUserItem(id)) ?? {};
    return { credits, shortfall, amounts: await db.ledgerAmounts(id) };
  };
  let user: string;
  let next: string;
  const take = async (causeId: string, credits: number) => {
    const payment = { userId: user, sessionId: 'cs_1', pack: undefined };
    await bookReversal(payment, await listBookedReversals(user, 'cs_1'), { kind: 'take', causeId, credits });
  };

  beforeEach(async () => {
    user = db.newUser();
    await db.putUser(user, 10);
    await take('du_1', 25);
    next = db.newUser();
    await db.putUser(next, 3);
  });

  it('is carried to the next account of the mailbox once, and takes nothing of its credits', async () => {
    await takeAllCredits(user);

    await carryShortfall(user, next, 15);
    await carryShortfall(user, next, 15);

    expect(await read(user)).toMatchObject({ credits: 0, shortfall: 0 });
    expect(await read(next)).toMatchObject({ credits: 3, shortfall: 15 });
  });

  it('is carried again when a later refund adds to it, and once by two calls at the same time', async () => {
    await takeAllCredits(user);
    await carryShortfall(user, next, 15);
    await take('re_2', 15);

    await Promise.all([carryShortfall(user, next, 15), carryShortfall(user, next, 15)]);

    expect(await read(user)).toMatchObject({ credits: 0, shortfall: 0 });
    expect(await read(next)).toMatchObject({ credits: 3, shortfall: 30 });
  });

  it('is found by the audit if it has disappeared from one of both accounts', async () => {
    await takeAllCredits(user);
    await carryShortfall(user, next, 15);
    const listCarried = async () =>
      [...(await audit({ userId: user })).findings, ...(await audit({ userId: next })).findings].filter(
        ({ kind }) => kind === 'carry',
      );
    expect(await listCarried()).toEqual([]);

    const [lost] = (await db.listItems('ledger', next)).filter(({ kind }) => kind === 'carry');
    await db.deleteLedgerItem(next, String(lost?.['entryId']));

    expect(await listCarried()).toEqual([
      { kind: 'carry', userId: user, otherId: next, carried: -15, counterpart: 0 },
    ]);
  });

  it('stays where it is while the deletion is not finished, and when it changes before it is carried', async () => {
    await carryShortfall(user, next, 15);
    await takeAllCredits(user);
    await take('du_2', 1);
    const before = [await read(user), await read(next)];

    await carryShortfall(user, next, 15);

    expect(before).toMatchObject([{ shortfall: 16 }, { shortfall: 0 }]);
    expect([await read(user), await read(next)]).toEqual(before);
  });

  it('is not carried to an account that is deleted just before', async () => {
    await takeAllCredits(user);
    const before = [await read(user), await read(next)];
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => db.putUser(next, 3, { closedAt: '2026-11-24T10:00:00.000Z' }),
    });

    await carryShortfall(user, next, 15);

    expect([await read(user), await read(next)]).toEqual(before);
  });
});
