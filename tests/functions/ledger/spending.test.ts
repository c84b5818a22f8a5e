import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactItem } from '../../../functions/aws/transact.ts';
import { spend } from '../../../functions/ledger/movement.ts';
import { beginSpend, landSpend } from '../../../functions/ledger/spending.ts';
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
const alongside = write('record');
const counter = write('counter');
const movement = spend('user', 'generation', 2);
const begin = () => beginSpend(movement, { alongside, admission: { mostInFlight: 2, counter } });

const rich = { id: 'user', credits: 9, inFlight: new Set(['1', '2']) };
const poor = { ...rich, credits: 1 };
const closed = { ...poor, closedAt: '2026-11-21T09:00:00.000Z' };

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});

describe('a spend', () => {
  it('is one transaction: the record, the row, the account and the counter', async () => {
    await expect(begin()).resolves.toEqual({ kind: 'begun' });

    expect(transactions()).toMatchObject([
      [
        alongside,
        { Put: { TableName: 'ledger', Item: { entryId: 'spend#generation', kind: 'spend', amount: -2 } } },
        {
          Update: {
            Key: { id: 'user' },
            UpdateExpression: 'ADD credits :amount, inFlight :spend',
            ExpressionAttributeValues: {
              ':amount': -2,
              ':needed': 2,
              ':spend': new Set(['generation']),
              ':most': 2,
            },
          },
        },
        counter,
      ],
    ]);
  });

  // Record, row, account, counter: each reason alone, and beside all that come after it.
  it.each([
    ['refused', [refused({ id: 'met' }), untouched, untouched, untouched]],
    ['refused', [refused({ id: 'met' }), refused(), refused(closed), refused()]],
    ['closed', [untouched, untouched, refused({ ...rich, closedAt: '2026' }), untouched]],
    ['closed', [untouched, refused(), refused(closed), refused()]],
    ['already_moved', [untouched, refused(), untouched, untouched]],
    ['already_moved', [untouched, refused(), refused(poor), refused()]],
    ['no_account', [untouched, untouched, refused(), untouched]],
    ['no_account', [untouched, untouched, refused(), refused()]],
    ['insufficient', [untouched, untouched, refused({ id: 'user', credits: 1 }), untouched]],
    ['insufficient', [untouched, untouched, refused(poor), refused()]],
    ['too_many_lately', [untouched, untouched, untouched, refused()]],
    ['too_many_lately', [untouched, untouched, refused(rich), refused()]],
    ['too_many_in_flight', [untouched, untouched, refused(rich), untouched]],
    // The last two credits: as many as are needed.
    ['too_many_in_flight', [untouched, untouched, refused({ ...rich, credits: 2 }), untouched]],
  ])('is %s', async (kind, reasons) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    const outcome = await begin();

    expect(outcome).toEqual(kind === 'refused' ? { kind, existing: { id: 'met' } } : { kind });
    expect(transactions()).toHaveLength(1);
  });

  it('is tried again after a conflict, with the same writes', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(refused({ id: 'met' }), untouched, conflict, refused()))
      .resolves({});

    await expect(begin()).resolves.toEqual({ kind: 'begun' });
    expect(transactions()[1]).toEqual(transactions()[0]);
  });

  it('is unknown after any other error, which is thrown as it is, and not tried again here', async () => {
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(begin()).rejects.toBe(error);
    expect(transactions()).toHaveLength(1);
  });
});

describe('a spend that lands', () => {
  it('is taken out of what is in flight, of an account that exists, and the balance stays', () => {
    expect(landSpend(movement)).toEqual({
      Update: {
        TableName: 'users',
        Key: { id: 'user' },
        UpdateExpression: 'DELETE inFlight :spend',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':spend': new Set(['generation']) },
      },
    });
  });
});
