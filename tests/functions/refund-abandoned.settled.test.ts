import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/refund-abandoned.ts';
import {
  cancelled,
  dynamodb,
  ledgerEntries,
  refused,
  resetCloud,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { lambdaContext, USER } from './support/event.ts';
import { GENERATION, IMAGE_KEY, pendingRow, succeededRow } from './support/thumbnail-rows.ts';

const ABANDONED = '0f8fad5b-d9cb-469f-a165-708677289502';
const startedAt = '2026-11-21T09:00:00.000Z';
const run = () => handler({} as ScheduledEvent, lambdaContext());

beforeEach(() => {
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  dynamodb
    .on(QueryCommand)
    .resolvesOnce({
      Items: [
        { ...succeededRow(), pendingShard: '2', startedAt },
        { ...pendingRow({ generationId: ABANDONED }), pendingShard: '2', startedAt },
      ],
    })
    .resolves({ Items: [] });
  s3.on(DeleteObjectCommand).resolves({});
});

describe('a generation that was settled alone', () => {
  it('lands its spend and leaves the index, and keeps its picture and its price', async () => {
    const { refunded } = await run();

    expect(refunded).toBe(1);
    expect(ledgerEntries()).toEqual([`refund#${ABANDONED}`]);
    const removed = s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input.Key);
    expect(removed).not.toContain(IMAGE_KEY);
    expect(transactions()[0]).toEqual([
      {
        Update: {
          TableName: 'thumbnails',
          Key: { userId: USER, generationId: GENERATION },
          UpdateExpression: 'REMOVE pendingShard, startedAt',
          ConditionExpression: '#status = :succeeded',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':succeeded': 'succeeded' },
        },
      },
      {
        Update: {
          TableName: 'users',
          Key: { id: USER },
          UpdateExpression: 'DELETE inFlight :spend',
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':spend': new Set([GENERATION]) },
        },
      },
    ]);
  });

  it('and is gone with its account meanwhile is left alone', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled(refused(), untouched)).resolves({});

    await expect(run()).resolves.toEqual({ refunded: 1 });
  });

  it('and cannot land now keeps no other waiting, and the run counts as failed', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(timedOut()).resolves({});

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');

    expect(ledgerEntries()).toEqual([`refund#${ABANDONED}`]);
  });
});
