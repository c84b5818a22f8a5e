import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactItem } from '../../../functions/shared/dynamodb-writes.ts';
import { openAccount, postEntry } from '../../../functions/ledger/ledger.ts';
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
} from '../../../functions/ledger/ledger-table.ts';
import {
  cancelled,
  conflict,
  dynamodb,
  refused,
  resetCloud,
  transactions,
  untouched,
} from '../support/cloud.ts';

const companionWrite: TransactItem = { Delete: { TableName: 'elsewhere', Key: { id: '1' } } };
const account = { id: 'user', credits: 1 };
const taken = clawbackEntry('user', 're_1', 2);
const given = refundEntry('user', 'generation', 2);

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});

describe('a movement', () => {
  it.each([
    ['welcome', welcomeEntry('user', 3), { entryId: 'welcome', amount: 3, ref: 'sign-up' }],
    ['welcome of nothing', welcomeEntry('user', 0), { entryId: 'welcome', amount: 0, ref: 'sign-up' }],
    ['late welcome', deferredWelcomeEntry('user', 3), { entryId: 'welcome#late', amount: 3, ref: 'sign-up' }],
    ['closing', forfeitEntry('user', 3), { entryId: 'closed', amount: -3, ref: 'closing' }],
    [
      'spend',
      spendEntry('user', 'generation', 2),
      { entryId: 'spend#generation', amount: -2, ref: 'generation' },
    ],
    ['refund', given, { entryId: 'refund#generation', amount: 2, ref: 'generation' }],
    ['purchase', purchaseEntry('user', 'cs_1', 25), { entryId: 'purchase#cs_1', amount: 25, ref: 'cs_1' }],
    ['clawback', clawbackEntry('user', 're_1', 25), { entryId: 'clawback#re_1', amount: -25, ref: 're_1' }],
    [
      'grant',
      grantEntry('user', 'g-1', -5, { by: 'ops', why: 'test' }),
      { entryId: 'grant#g-1', amount: -5, ref: 'g-1' },
    ],
    ['restore', restoreEntry('user', 're_1', 25), { entryId: 'restore#re_1', amount: 25, ref: 're_1' }],
  ])('names its cause: %s', (_, movement, names) => {
    expect(movement).toMatchObject({ userId: 'user', ...names });
  });

  it.each([
    [
      'takes, only from a balance that suffices',
      taken,
      'ADD credits :amount',
      'credits >= :needed',
      { ':amount': -2, ':needed': 2 },
    ],
    [
      'gives, only to an account that exists',
      purchaseEntry('user', 'cs_1', 2),
      'ADD credits :amount',
      'attribute_exists(id)',
      { ':amount': 2 },
    ],
    [
      'refunds, also to a closed account',
      given,
      'ADD credits :amount',
      'attribute_exists(id)',
      { ':amount': 2 },
    ],
  ])('%s', async (_, movement, update, condition, values) => {
    await postEntry(movement);

    const [row, balance, ...more] = transactions()[0] ?? [];
    expect(more).toEqual([]);
    expect(row?.Put).toMatchObject({
      TableName: 'ledger',
      Item: { ...movement },
      ConditionExpression: 'attribute_not_exists(entryId)',
    });
    expect(balance?.Update).toEqual({
      TableName: 'users',
      Key: { id: 'user' },
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });

  it('tells more in its row, where there is more to tell', async () => {
    await postEntry(clawbackEntry('user', 're_1', 2, 7));

    expect(transactions()[0]?.[0]?.Put?.Item).toMatchObject({ ...taken, shortfall: 7 });
  });

  it('takes another write along, in the same transaction', async () => {
    await postEntry(taken, { companionWrite });

    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]).toHaveLength(3);
    expect(transactions()[0]).toContainEqual(companionWrite);
  });
});

describe('what becomes of a movement', () => {
  it('moved', async () => {
    await expect(postEntry(taken, { companionWrite })).resolves.toEqual({ kind: 'posted' });
  });

  it.each([
    [
      'refused, with the item met',
      taken,
      [refused({ id: 'met' }), untouched, untouched],
      { kind: 'refused', existing: { id: 'met' } },
    ],
    [
      'refused, where there is no item',
      taken,
      [refused(), untouched, untouched],
      { kind: 'refused', existing: undefined },
    ],
    [
      'refused before anything else',
      taken,
      [refused({ id: 'met' }), refused(), refused(account)],
      { kind: 'refused', existing: { id: 'met' } },
    ],
    ['moved already', taken, [untouched, refused(), untouched], { kind: 'duplicate' }],
    [
      'moved already, and the balance is used up',
      taken,
      [untouched, refused(), refused(account)],
      { kind: 'duplicate' },
    ],
    ['insufficient', taken, [untouched, untouched, refused(account)], { kind: 'insufficient' }],
    ['no account to take from', taken, [untouched, untouched, refused()], { kind: 'no_account' }],
    ['no account to give to', given, [untouched, untouched, refused()], { kind: 'no_account' }],
  ])('%s', async (_, movement, reasons, outcome) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(postEntry(movement, { companionWrite })).resolves.toEqual(outcome);
    expect(transactions()).toHaveLength(1);
  });

  it.each([
    ['moved already', [refused(), untouched], { kind: 'duplicate' }],
    ['insufficient', [untouched, refused(account)], { kind: 'insufficient' }],
    ['no account', [untouched, refused()], { kind: 'no_account' }],
  ])('without another write: %s', async (_, reasons, outcome) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(postEntry(taken)).resolves.toEqual(outcome);
  });

  it('not known to the ledger: an error, never a guess', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused(account)));

    await expect(postEntry(given)).rejects.toThrow('The entry refund was refused for an unknown reason.');
  });

  it('tried again after a conflict', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled(untouched, conflict)).resolves({});

    await expect(postEntry(taken)).resolves.toEqual({ kind: 'posted' });
    expect(transactions()).toHaveLength(2);
  });

  it('unknown after any other error, which is thrown as it is, and not tried again here', async () => {
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(postEntry(taken)).rejects.toBe(error);
    expect(transactions()).toHaveLength(1);
  });
});

describe('opening an account', () => {
  it('says that it did', async () => {
    await expect(openAccount(welcomeEntry('user', 3))).resolves.toBe('opened');
  });

  it.each([[[refused(), refused()]], [[refused(), untouched]], [[untouched, refused()]]])(
    'says that it did not where it is there already',
    async (reasons) => {
      dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

      await expect(openAccount(welcomeEntry('user', 3))).resolves.toBe('existing');
    },
  );

  it('takes another write along, in the same transaction', async () => {
    await openAccount(welcomeEntry('user', 3), { companionWrite });

    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]).toContainEqual(companionWrite);
  });

  it.each([
    ['refused', 'by the other write alone', [untouched, untouched, refused()]],
    ['existing', 'all the same where the account is there, too', [refused(), refused(), refused()]],
  ])('says that it is %s %s', async (outcome, _, reasons) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(openAccount(welcomeEntry('user', 3), { companionWrite })).resolves.toBe(outcome);
  });
});
