export interface IndexDescription {
  key: readonly [string, string];
  /** A list names the projected attributes without the keys. The projection of an index cannot be changed later. */
  projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
}

/** The attributes of `FORMER_LISTED_INDEX`. The next deployment removes this index. */
const FORMER_LISTED_ATTRIBUTES = [
  ...['status', 'prompt', 'negativePrompt', 'model', 'reference'],
  ...['imageKey', 'previewKey', 'width', 'height', 'shown', 'designPreviewKey'],
  ...['thumbnailId', 'baseId', 'operation'],
  ...['name', 'favorite', 'headline'],
  ...['startedAt', 'waitingSince'],
] as const;

/**
 * The attributes of a generation that the lists read. The sort key contains the time of creation. The design is not in the list: a design
 * can be a hundred times larger than the rest, and the index would store the design again with every change of its row.
 */
const LISTED_ATTRIBUTES = [
  ...['status', 'prompt', 'negativePrompt', 'model', 'reference', 'setId'],
  ...['imageKey', 'previewKey', 'width', 'height', 'shown', 'designPreviewKey'],
  ...['thumbnailId', 'baseId', 'operation'],
  ...['name', 'favorite', 'headline'],
  ...['startedAt', 'waitingSince'],
] as const;

/** The attributes of a ledger entry that the list of credits reads. */
const HISTORY_ATTRIBUTES = ['kind', 'amount', 'ref', 'pack', 'settled', 'purpose', 'thumbnailId'] as const;

/** The name of the index that the lists read. An index with another projection needs another name. */
export const LISTED_INDEX = 'listedWithSet';

/**
 * The index that the lists read before. A deployment changes the role of a function before its code, so that for some seconds the former
 * code has the new role.
 */
export const FORMER_LISTED_INDEX = 'listed';

export type ListedAttribute = (typeof LISTED_ATTRIBUTES)[number];

/** A DynamoDB table. `key` has the names of the key attributes, the partition key first. Each key is a string. */
interface TableDescription {
  key: readonly [string] | readonly [string, string];
  /** The attribute with the time of expiry, in whole seconds since the epoch. */
  expiresAt?: string;
  /** True if the rows may be lost: the table has no backup, and is deleted with the stack. @default false */
  isDisposable?: boolean;
  /** Global secondary indexes. An index is sparse: it contains only the items that have its keys. */
  indexes?: Record<string, IndexDescription>;
}

/**
 * The description of all tables. The CDK app, the functions and the tests derive keys and indexes from it. A function reads the name of the
 * deployed table from `tableVariable`.
 */
export const TABLES = {
  users: {
    key: ['id'],
    /** The accounts whose deletion is in progress. */
    indexes: { closing: { key: ['closing', 'closedAt'], projection: 'KEYS_ONLY' } },
  },
  ledger: {
    key: ['userId', 'entryId'],
    /** The entries of a user by time. It leaves out the operator of a grant, and the operator's reason. */
    indexes: { history: { key: ['userId', 'createdAt'], projection: HISTORY_ATTRIBUTES } },
  },
  thumbnails: {
    key: ['userId', 'generationId'],
    /** The time of expiry. Only failed generations expire. */
    expiresAt: 'expiresAt',
    indexes: {
      /** The succeeded and unfinished thumbnails, the edits and the cut-outs. Each kind is one range. */
      [LISTED_INDEX]: { key: ['userId', 'listedAt'], projection: LISTED_ATTRIBUTES },
      [FORMER_LISTED_INDEX]: { key: ['userId', 'listedAt'], projection: FORMER_LISTED_ATTRIBUTES },
      /** The work in progress by shard: unfinished generations and unfinished deletions. */
      pending: { key: ['pendingShard', 'startedAt'], projection: 'ALL' },
      /** The waiting generations by waiting line. The index is only used to count them. */
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
  /** The keys of the public API. The keys of deleted accounts expire. */
  apiKeys: {
    key: ['keyId'],
    expiresAt: 'expiresAt',
    indexes: { owner: { key: ['userId', 'createdAt'], projection: 'ALL' } },
  },
  /**
   * Hashes of the mailboxes that received welcome credits, and the accounts of each mailbox. A row remains after the deletion of its
   * accounts.
   */
  welcomedAddresses: { key: ['id'] },
} as const satisfies Record<string, TableDescription>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Returns the description of a table, with the optional fields that a table can have. */
export function describeTable(table: TableName): TableDescription {
  return TABLES[table];
}

/** Returns the environment variable with the name of the deployed table, e.g. `RATE_LIMITS_TABLE`. */
export function tableVariable(table: TableName): string {
  return `${table.replace(/[A-Z]/g, '_$&').toUpperCase()}_TABLE`;
}
