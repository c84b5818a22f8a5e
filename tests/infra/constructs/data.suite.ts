import { describe, expect, it } from 'vitest';
import { dev, prod } from '../support/cloud.ts';

const TABLE = 'AWS::DynamoDB::Table';
const index = (IndexName: string, hash: string, range: string, ProjectionType = 'ALL') => ({
  IndexName,
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType },
});

const TABLES = [
  'DataLedger',
  'DataPurchases',
  'DataRateLimits',
  'DataThumbnails',
  'DataUsers',
  'DataWelcomedAddresses',
];

describe('the tables', () => {
  it('are these', () => {
    expect(Object.keys(prod.all(TABLE)).sort()).toEqual(TABLES);
  });

  it.each([
    ['DataUsers', ['id'], [index('closing', 'closing', 'closedAt', 'KEYS_ONLY')]],
    ['DataWelcomedAddresses', ['id'], undefined],
    ['DataRateLimits', ['subject', 'window'], undefined],
    ['DataLedger', ['userId', 'entryId'], undefined],
    ['DataPurchases', ['userId', 'id'], [index('history', 'userId', 'createdAt')]],
    [
      'DataThumbnails',
      ['userId', 'generationId'],
      [index('listed', 'userId', 'listedAt'), index('pending', 'pendingShard', 'startedAt')],
    ],
  ])('%s: its key and its indexes', (id, key, indexes) => {
    const { Properties } = prod.one(TABLE, id);
    const attributes = Properties['AttributeDefinitions'] as { AttributeType: string }[];

    expect(Properties['KeySchema']).toEqual(
      key.map((AttributeName, place) => ({ AttributeName, KeyType: place === 0 ? 'HASH' : 'RANGE' })),
    );
    expect(Properties['GlobalSecondaryIndexes']).toEqual(indexes);
    expect(attributes.every(({ AttributeType }) => AttributeType === 'S')).toBe(true);
  });

  it('lose no row by time but the counted minutes', () => {
    for (const id of TABLES) {
      expect(prod.one(TABLE, id).Properties['TimeToLiveSpecification']).toEqual(
        id === 'DataRateLimits' ? { AttributeName: 'expiresAt', Enabled: true } : undefined,
      );
    }
  });

  it.each(TABLES)('%s: on demand, encrypted, restorable to any point in time, in every stage', (id) => {
    for (const cloud of [prod, dev]) {
      expect(cloud.one(TABLE, id).Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
  });

  it.each(TABLES)('%s: kept in prod, gone with the stack in dev', (id) => {
    expect(prod.one(TABLE, id)).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(dev.one(TABLE, id)).toMatchObject({
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});
