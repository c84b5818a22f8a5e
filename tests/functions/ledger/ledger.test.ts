import { InternalServerError, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clawbackEntry,
  deferredWelcomeEntry,
  forfeitEntry,
  grantEntry,
  purchaseEntry,
  refundEntry,
  restoreEntry,
  spendEntry,
  welcomeEntry,
  type NewEntry,
} from '../../../functions/ledger/ledger-table.ts';
import { openAccount, postEntry } from '../../../functions/ledger/ledger.ts';
import type { TransactItem } from '../../../functions/shared/dynamodb-writes.ts';
import {
  cancelled,
  conflict,
  dynamodb,
  refused,
  resetCloud,
  transactions,
  untouched,
} from '../support/cloud.ts';

const write = (TableName: string): TransactItem => ({ Delete: { TableName, Key: { id: '1' } } });
const companionWrite = write('record');
const rateLimitWrite = write('counter');

const operator = { by: 'ops', why: 'test' };
const welcome = welcomeEntry('user', 3);
const spend = spendEntry('user', 'generation', 2);
const refund = refundEntry('user', 'generation', 2);
const clawback = clawbackEntry('user', 're_1', 2);

const rich = { id: 'user', credits: 9 };
const poor = { id: 'user', credits: 1 };
const closed = { ...poor, closedAt: '2026-11-21T09:00:00.000Z' };

const cancelWith = (...reasons: CancellationReason[]) =>
  dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});

describe('a ledger entry', () => {
  it.each<[NewEntry, string, number, string]>([
    [welcome, 'welcome', 3, 'sign-up'],
    [welcomeEntry('user', 0), 'welcome', 0, 'sign-up'],
    [deferredWelcomeEntry('user', 3), 'welcome#late', 3, 'sign-up'],
    [spend, 'spend#generation', -2, 'generation'],
    [refund, 'refund#generation', 2, 'generation'],
    [purchaseEntry('user', 'cs_1', 25), 'purchase#cs_1', 25, 'cs_1'],
    [clawback, 'clawback#re_1', -2, 're_1'],
    [restoreEntry('user', 're_1', 25), 'restore#re_1', 25, 're_1'],
    [grantEntry('user', 'g-1', -5, operator), 'grant#g-1', -5, 'g-1'],
    [forfeitEntry('user', 3), 'closed', -3, 'closing'],
  ])('of kind $kind has an id that names its cause', (entry, entryId, amount, ref) => {
    expect(entry).toMatchObject({ userId: 'user', entryId, amount, ref });
  });

  const sufficient = 'credits >= :needed';
  const existing = 'attribute_exists(id)';
  const open = ' AND attribute_not_exists(closedAt)';
  const active = ' AND attribute_not_exists(suspendedAt)';

  it.each<[string, NewEntry, string]>([
    ['a spend, only from a sufficient balance of an active account', spend, sufficient + open + active],
    [
      'a correction, only from a sufficient balance of an open account',
      grantEntry('user', 'g', -2, operator),
      sufficient + open,
    ],
    ['a grant, only to an open account', grantEntry('user', 'g', 2, operator), existing + open],
    ['deferred welcome credits, only to an open account', deferredWelcomeEntry('user', 2), existing + open],
    ['a purchase, also to a closed account', purchaseEntry('user', 'cs_1', 2), existing],
    ['a refund, also to a closed account', refund, existing],
    ['a restore, also to a closed account', restoreEntry('user', 're_1', 2), existing],
    ['a clawback, also from a closed account', clawback, sufficient],
    ['the forfeiture, also from a closed account', forfeitEntry('user', 2), sufficient],
  ])('changes the balance in the same transaction: %s', async (_, entry, condition) => {
    await expect(postEntry(entry)).resolves.toEqual({ kind: 'posted' });

    expect(transactions()).toMatchObject([
      [
        { Put: { Item: entry, ConditionExpression: 'attribute_not_exists(entryId)' } },
        {
          Update: {
            Key: { id: 'user' },
            ConditionExpression: condition,
            ExpressionAttributeValues: { ':amount': entry.amount },
          },
        },
      ],
    ]);
  });

  it('is written with its companion write and the rate limit in one transaction', async () => {
    await postEntry(spend, { companionWrite, rateLimitWrite });

    expect(transactions()).toMatchObject([
      [companionWrite, { Put: { Item: spend } }, { Update: { Key: { id: 'user' } } }, rateLimitWrite],
    ]);
  });
});

describe('the outcome of posting an entry', () => {
  // Each reason alone, and with all reasons that have a lower rank. Record, entry, account, rate limit:
  it.each<[string, CancellationReason[]]>([
    ['refused', [refused({ id: 'met' }), untouched, untouched, untouched]],
    ['refused', [refused({ id: 'met' }), refused(), refused(closed), refused()]],
    ['closed', [untouched, untouched, refused({ ...rich, closedAt: '2026' }), untouched]],
    ['closed', [untouched, refused(), refused(closed), refused()]],
    ['duplicate', [untouched, refused(), untouched, untouched]],
    ['duplicate', [untouched, refused(), refused(poor), refused()]],
    ['no_account', [untouched, untouched, refused(), untouched]],
    ['no_account', [untouched, untouched, refused(), refused()]],
    ['insufficient', [untouched, untouched, refused(poor), untouched]],
    ['insufficient', [untouched, untouched, refused(poor), refused()]],
    ['rate_limited', [untouched, untouched, untouched, refused()]],
  ])('of a spend is "%s" according to the failed conditions', async (kind, reasons) => {
    cancelWith(...reasons);

    await expect(postEntry(spend, { companionWrite, rateLimitWrite })).resolves.toEqual(
      kind === 'refused' ? { kind, existing: { id: 'met' } } : { kind },
    );
    expect(transactions()).toHaveLength(1);
  });

  it('is "refused" without an existing item when the companion write found none', async () => {
    cancelWith(refused(), untouched, untouched);

    await expect(postEntry(refund, { companionWrite })).resolves.toEqual({
      kind: 'refused',
      existing: undefined,
    });
  });

  it.each<[string, NewEntry, CancellationReason[]]>([
    ['duplicate', clawback, [refused(), untouched]],
    ['duplicate', clawback, [refused(), refused(closed)]],
    ['insufficient', clawback, [untouched, refused(poor)]],
    ['insufficient', clawback, [untouched, refused(closed)]],
    ['no_account', clawback, [untouched, refused()]],
    ['no_account', refund, [untouched, refused()]],
    ['closed', grantEntry('user', 'g', 2, operator), [untouched, refused(closed)]],
  ])('is "%s" for $kind without a companion write', async (kind, entry, reasons) => {
    cancelWith(...reasons);

    await expect(postEntry(entry)).resolves.toEqual({ kind });
  });

  it('is an error when no known reason explains the failed conditions', async () => {
    cancelWith(untouched, refused(rich));

    await expect(postEntry(refund)).rejects.toThrow('The entry refund was refused for an unknown reason.');
  });

  it('is "posted" after a conflict, with the same writes', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(refused({ id: 'met' }), untouched, conflict, refused()))
      .resolves({});

    await expect(postEntry(spend, { companionWrite, rateLimitWrite })).resolves.toEqual({ kind: 'posted' });
    expect(transactions()).toHaveLength(2);
    expect(transactions()[1]).toEqual(transactions()[0]);
  });

  it('is unknown after any other error, which is thrown without a retry', async () => {
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(postEntry(spend)).rejects.toBe(error);
    expect(transactions()).toHaveLength(1);
  });
});

describe('opening an account', () => {
  const DUE_AT = '2026-11-23T00:00:00.000Z';

  it('writes the first entry, the account and the companion write in one transaction', async () => {
    await expect(
      openAccount(welcome, { companionWrite, rateLimitWrite, welcomeDueAt: DUE_AT }),
    ).resolves.toBe('opened');

    const createdAt = expect.any(String) as string;
    expect(transactions()).toEqual([
      [
        {
          Put: {
            TableName: 'ledger',
            Item: { ...welcome, createdAt },
            ConditionExpression: 'attribute_not_exists(entryId)',
          },
        },
        {
          Put: {
            TableName: 'users',
            Item: { id: 'user', credits: 3, createdAt, welcomeDueAt: DUE_AT },
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
        companionWrite,
        rateLimitWrite,
      ],
    ]);
  });

  it('stores nothing about welcome credits that are not due', async () => {
    await openAccount(welcome);

    expect(transactions()[0]?.[1]?.Put?.Item).not.toHaveProperty('welcomeDueAt');
  });

  it.each<[string, string, CancellationReason[]]>([
    ['existing', 'the entry exists', [refused(), untouched, untouched]],
    ['existing', 'the account exists', [untouched, refused(), untouched]],
    ['existing', 'all three items exist', [refused(), refused(), refused()]],
    ['refused', 'the companion write and the limit fail', [untouched, untouched, refused(), refused()]],
    ['rate_limited', 'only the limit fails', [untouched, untouched, untouched, refused()]],
  ])('returns "%s" when %s', async (outcome, _, reasons) => {
    cancelWith(...reasons);

    await expect(openAccount(welcome, { companionWrite, rateLimitWrite })).resolves.toBe(outcome);
  });
});
