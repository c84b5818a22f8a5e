import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactItem } from '../../../functions/shared/dynamodb-writes.ts';
import { spendEntry } from '../../../functions/ledger/ledger-table.ts';
import { postEntry } from '../../../functions/ledger/ledger.ts';
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
const entry = spendEntry('user', 'generation', 2);
const begin = () => postEntry(entry, { companionWrite, rateLimitWrite });

const rich = { id: 'user', credits: 9 };
const poor = { ...rich, credits: 1 };
const closed = { ...poor, closedAt: '2026-11-21T09:00:00.000Z' };

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
});

describe('a spend', () => {
  it('is one transaction: the record, the row, the account and the counter', async () => {
    await expect(begin()).resolves.toEqual({ kind: 'posted' });

    expect(transactions()).toMatchObject([
      [
        companionWrite,
        { Put: { TableName: 'ledger', Item: { entryId: 'spend#generation', kind: 'spend', amount: -2 } } },
        {
          Update: {
            Key: { id: 'user' },
            UpdateExpression: 'ADD credits :amount',
            ConditionExpression: 'credits >= :needed AND attribute_not_exists(closedAt)',
            ExpressionAttributeValues: { ':amount': -2, ':needed': 2 },
          },
        },
        rateLimitWrite,
      ],
    ]);
  });

  // Record, row, account, counter: each reason alone, and beside all that come after it.
  it.each([
    ['refused', [refused({ id: 'met' }), untouched, untouched, untouched]],
    ['refused', [refused({ id: 'met' }), refused(), refused(closed), refused()]],
    ['closed', [untouched, untouched, refused({ ...rich, closedAt: '2026' }), untouched]],
    ['closed', [untouched, refused(), refused(closed), refused()]],
    ['duplicate', [untouched, refused(), untouched, untouched]],
    ['duplicate', [untouched, refused(), refused(poor), refused()]],
    ['no_account', [untouched, untouched, refused(), untouched]],
    ['no_account', [untouched, untouched, refused(), refused()]],
    ['insufficient', [untouched, untouched, refused({ id: 'user', credits: 1 }), untouched]],
    ['insufficient', [untouched, untouched, refused(poor), refused()]],
    ['rate_limited', [untouched, untouched, untouched, refused()]],
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

    await expect(begin()).resolves.toEqual({ kind: 'posted' });
    expect(transactions()[1]).toEqual(transactions()[0]);
  });

  it('is unknown after any other error, which is thrown as it is, and not tried again here', async () => {
    const error = new InternalServerError({ message: 'x', $metadata: {} });
    dynamodb.on(TransactWriteCommand).rejects(error);

    await expect(begin()).rejects.toBe(error);
    expect(transactions()).toHaveLength(1);
  });
});
