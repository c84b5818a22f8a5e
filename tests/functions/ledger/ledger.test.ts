import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactItem } from '../../../functions/aws/transact.ts';
import { move, openAccount } from '../../../functions/ledger/ledger.ts';
import {
  clawback,
  forfeiture,
  lateWelcome,
  purchase,
  refund,
  restore,
  spend,
  welcome,
  grant,
} from '../../../functions/ledger/movement.ts';
import {
  cancelled,
  conflict,
  dynamodb,
  refused,
  resetCloud,
  transactions,
  untouched,
} from '../support/cloud.ts';

const alongside: TransactItem = { Delete: { TableName: 'elsewhere', Key: { id: '1' } } };
const account = { id: 'user', credits: 1 };
const taken = clawback('user', 're_1', 2);
const given = refund('user', 'generation', 2);

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});

describe('a movement', () => {
  it.each([
    ['welcome', welcome('user', 3), { entryId: 'welcome', amount: 3, ref: 'sign-up' }],
    ['welcome of nothing', welcome('user', 0), { entryId: 'welcome', amount: 0, ref: 'sign-up' }],
    ['late welcome', lateWelcome('user', 3), { entryId: 'welcome#late', amount: 3, ref: 'sign-up' }],
    ['closing', forfeiture('user', 3), { entryId: 'closed', amount: -3, ref: 'closing' }],
    ['spend', spend('user', 'generation', 2), { entryId: 'spend#generation', amount: -2, ref: 'generation' }],
    ['refund', given, { entryId: 'refund#generation', amount: 2, ref: 'generation' }],
    ['purchase', purchase('user', 'cs_1', 25), { entryId: 'purchase#cs_1', amount: 25, ref: 'cs_1' }],
    ['clawback', clawback('user', 're_1', 25), { entryId: 'clawback#re_1', amount: -25, ref: 're_1' }],
    ['grant', grant('user', 'g-1', -5), { entryId: 'grant#g-1', amount: -5, ref: 'g-1' }],
    ['restore', restore('user', 're_1', 25), { entryId: 'restore#re_1', amount: 25, ref: 're_1' }],
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
      purchase('user', 'cs_1', 2),
      'ADD credits :amount',
      'attribute_exists(id)',
      { ':amount': 2 },
    ],
    [
      'gives back, and the spend is in flight no longer',
      given,
      'ADD credits :amount DELETE inFlight :spend',
      'attribute_exists(id)',
      { ':amount': 2, ':spend': new Set(['generation']) },
    ],
  ])('%s', async (_, movement, update, condition, values) => {
    await move(movement);

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
    await move(taken, { details: { shortfall: 7 } });

    expect(transactions()[0]?.[0]?.Put?.Item).toMatchObject({ ...taken, shortfall: 7 });
  });

  it('takes another write along, in the same transaction', async () => {
    await move(taken, { alongside });

    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]).toHaveLength(3);
    expect(transactions()[0]).toContainEqual(alongside);
  });
});

describe('what becomes of a movement', () => {
  it('moved', async () => {
    await expect(move(taken, { alongside })).resolves.toEqual({ kind: 'moved' });
  });

  it.each([
    [
      'refused, with the item met',
      taken,
      [refused({ id: 'met' }), untouched, untouched],
      { kind: 'refused', existing: { id: 'met' } },
    ],
    ['refused, where there is no item', taken, [refused(), untouched, untouched], { kind: 'refused' }],
    [
      'refused before anything else',
      taken,
      [refused({ id: 'met' }), refused(), refused(account)],
      { kind: 'refused', existing: { id: 'met' } },
    ],
    ['moved already', taken, [untouched, refused(), untouched], { kind: 'already_moved' }],
    [
      'moved already, and the balance is used up',
      taken,
      [untouched, refused(), refused(account)],
      { kind: 'already_moved' },
    ],
    ['insufficient', taken, [untouched, untouched, refused(account)], { kind: 'insufficient' }],
    ['no account to take from', taken, [untouched, untouched, refused()], { kind: 'no_account' }],
    ['no account to give to', given, [untouched, untouched, refused()], { kind: 'no_account' }],
  ])('%s', async (_, movement, reasons, outcome) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(move(movement, { alongside })).resolves.toEqual(outcome);
    expect(transactions()).toHaveLength(1);
  });

  it.each([
    ['moved already', [refused(), untouched], { kind: 'already_moved' }],
    ['insufficient', [untouched, refused(account)], { kind: 'insufficient' }],
    ['no account', [untouched, refused()], { kind: 'no_account' }],
  ])('without another write: %s', async (_, reasons, outcome) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(move(taken)).resolves.toEqual(outcome);
  });

  it('not known to the ledger: an error, never a guess', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused(account)));

    await expect(move(given)).rejects.toThrow('A refund was refused for no reason that the ledger knows.');
  });

  it('tried again after a conflict', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled(untouched, conflict)).resolves({});

    await expect(move(taken)).resolves.toEqual({ kind: 'moved' });
    expect(transactions()).toHaveLength(2);
  });

  it('unknown after any other error, which is thrown as it is, and not tried again here', async () => {
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(move(taken)).rejects.toBe(error);
    expect(transactions()).toHaveLength(1);
  });
});

describe('opening an account', () => {
  it('says that it did', async () => {
    await expect(openAccount(welcome('user', 3))).resolves.toBe('opened');
  });

  it.each([[[refused(), refused()]], [[refused(), untouched]], [[untouched, refused()]]])(
    'says that it did not where it is there already',
    async (reasons) => {
      dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

      await expect(openAccount(welcome('user', 3))).resolves.toBe('existing');
    },
  );

  it('takes another write along, in the same transaction', async () => {
    await openAccount(welcome('user', 3), { alongside });

    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]).toContainEqual(alongside);
  });

  it.each([
    ['refused', 'by the other write alone', [untouched, untouched, refused()]],
    ['existing', 'all the same where the account is there, too', [refused(), refused(), refused()]],
  ])('says that it is %s %s', async (outcome, _, reasons) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    await expect(openAccount(welcome('user', 3), { alongside })).resolves.toBe(outcome);
  });
});
