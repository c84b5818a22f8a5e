export interface IndexDescription {
  key: readonly [string, string];
  /** A list names the attributes besides the keys. The projection of an index cannot be changed later. */
  projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
}

/** The most attributes of a projection (AWS::DynamoDB::GlobalTable, "Projection"), the keys not counted. */
export const MAX_PROJECTED = 20;

/**
 * The attributes that the lists read of a generation. The sort key has the time of creation. A design is not among the
 * attributes: it can be a hundred times larger than the rest, and would be written and read again with every change of its row.
 */
const LISTED_ATTRIBUTES = [
  ...['status', 'prompt', 'negativePrompt', 'model', 'reference'],
  ...['imageKey', 'previewKey', 'width', 'height', 'shown', 'designPreviewKey'],
  ...['thumbnailId', 'baseId', 'operation'],
  ...['name', 'favorite', 'headline'],
  ...['startedAt', 'waitingSince'],
] as const;

/** The name of the index that the lists read. An index with another projection needs another name. */
export const LISTED_INDEX = 'listed';

export type ListedAttribute = (typeof LISTED_ATTRIBUTES)[number];

/** A DynamoDB table: the names of its keys, each a string, the partition key first. */
interface TableDescription {
  key: readonly [string] | readonly [string, string];
  /** The attribute with the time of expiry, in whole seconds since the epoch. */
  expiresAt?: string;
  /** Whether its rows may be lost: no backup, and deleted with the stack. @default false */
  isDisposable?: boolean;
  /** Global secondary indexes. An index is sparse: it contains only the items that have its keys. */
  indexes?: Record<string, IndexDescription>;
}

/**
 * The one description of the tables. The CDK app, the functions and the tests derive keys and indexes from it. A
 * function reads the name of the deployed table from `tableVariable`.
 */
export const TABLES = {
  users: {
    key: ['id'],
    /** Accounts whose deletion is in progress. */
    indexes: { closing: { key: ['closing', 'closedAt'], projection: 'KEYS_ONLY' } },
  },
  ledger: { key: ['userId', 'entryId'] },
  thumbnails: {
    key: ['userId', 'generationId'],
    /** Only failed generations expire. */
    expiresAt: 'expiresAt',
    indexes: {
      /** Thumbnails that succeeded or are unfinished, and cut-outs. Each kind is one range. */
      [LISTED_INDEX]: { key: ['userId', 'listedAt'], projection: LISTED_ATTRIBUTES },
      /** Work in progress, by shard: unfinished generations and unfinished deletions. */
      pending: { key: ['pendingShard', 'startedAt'], projection: 'ALL' },
      /** Waiting generations, by line. They are only counted. */
      waiting: { key: ['waitingLine', 'waitingSince'], projection: 'KEYS_ONLY' },
    },
  },
  purchases: {
    key: ['userId', 'id'],
    indexes: { history: { key: ['userId', 'createdAt'], projection: 'ALL' } },
  },
  /** The brand of each user: colors and layouts. */
  brandKits: { key: ['userId'] },
  /** Counters and pauses of the rate limits. */
  rateLimits: { key: ['subject', 'window'], expiresAt: 'expiresAt', isDisposable: true },
  /** Keys of the public API. Those of deleted accounts expire. */
  apiKeys: {
    key: ['keyId'],
    expiresAt: 'expiresAt',
    indexes: { owner: { key: ['userId', 'createdAt'], projection: 'ALL' } },
  },
  /** Hashes of the mailboxes that received welcome credits, and the accounts of each mailbox. Rows outlive the accounts. */
  welcomedAddresses: { key: ['id'] },
} as const satisfies Record<string, TableDescription>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** The description of a table, with the optional parts that every table may have. */
export function describeTable(table: TableName): TableDescription {
  return TABLES[table];
}

/** The environment variable with the name of the deployed table, e.g. `RATE_LIMITS_TABLE`. */
export function tableVariable(table: TableName): string {
  return `${table.replace(/[A-Z]/g, '_$&').toUpperCase()}_TABLE`;
}
