import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PACKS, type PackId } from '#contract/packs.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { JPEGS, withComment } from './jpegs.ts';

const accountRow = z.looseObject({
  credits: z.number(),
  shortfall: z.number().optional(),
  packs: z.record(z.string(), z.number()).optional(),
  closedAt: z.string().optional(),
});
const ledgerRow = z.looseObject({
  entryId: z.string(),
  kind: z.string(),
  amount: z.number(),
  pack: z.string().optional(),
});
const thumbnailRow = z.looseObject({
  generationId: z.string(),
  status: z.enum(['pending', 'waiting', 'succeeded', 'failed', 'deleted']),
  /** The status before the deletion, in the row of a deleted thumbnail. */
  endedAs: z.enum(['succeeded', 'failed']).optional(),
  imageKey: z.string().optional(),
  copyOf: z.string().optional(),
  model: z.string().optional(),
  listedAt: z.string().optional(),
  designVersion: z.number().optional(),
  designPreviewKey: z.string().optional(),
  /** JSON text. */
  design: z.string().optional(),
});

export type AccountRow = z.output<typeof accountRow>;
export type LedgerRow = z.output<typeof ledgerRow>;
export type ThumbnailRow = z.output<typeof thumbnailRow>;

const MINUTE_MS = 60_000;
/** Older than any invocation can be, and than the age at which the scheduled functions act. */
const OLD_MS = 10 * MINUTE_MS;

const TABLES = [
  'DataUsers',
  'DataLedger',
  'DataThumbnails',
  'DataPurchases',
  'DataApiKeys',
  'DataWelcomedAddresses',
] as const;
type Table = (typeof TABLES)[number];

/** Reads and changes the tables and the bucket of a cloud directly, without the API. */
export interface CloudInspector {
  /** @throws a zod error when the user has no account. */
  account(userId: string): Promise<AccountRow>;
  balance(userId: string): Promise<number>;
  isClosed(userId: string): Promise<boolean>;
  ledger(userId: string): Promise<LedgerRow[]>;
  thumbnails(userId: string): Promise<ThumbnailRow[]>;
  purchases(userId: string): Promise<Record<string, unknown>[]>;
  /** Keys of the user's images, previews and reference images. */
  images(userId: string): Promise<string[]>;
  /** The bytes of an image. @throws when the bucket does not have it. */
  readImage(key: string): Promise<Buffer>;
  rows(table: Table): Promise<Record<string, unknown>[]>;
  /** All rows of all tables and all image keys as one text. */
  dump(): Promise<string>;
  /** Opens an account with the writes of the product. @param credits of the welcome; with 0 it is still due. */
  createAccount(userId: string, credits: number): Promise<void>;
  /** Writes a balance without a ledger entry, which the product never does. */
  setBalance(userId: string, credits: number): Promise<void>;
  /** Gives an account a pack without a purchase. */
  givePack(userId: string, pack: PackId, credits?: number): Promise<void>;
  /** Sets back the time when the account was opened. */
  backdateOpening(userId: string, milliseconds: number): Promise<void>;
  /**
   * Sets back the times of the user's unfinished generations, unfinished deletions and unfinished account deletion.
   * @param milliseconds the new age. @default ten minutes
   * @returns which scheduled functions have work to do for the user.
   */
  backdate(userId: string, milliseconds?: number): Promise<{ generations: boolean; deletion: boolean }>;
  /** Stores an image that belongs to no generation. */
  storeOrphanImage(userId: string): Promise<void>;
  /** Stores a reference image, as an upload does. @param file has 128 x 72 pixels by default. @returns its id. */
  storeReferenceImage(userId: string, comment?: string, file?: Buffer): Promise<string>;
}

/** The addresses of the resources, and their names. */
interface InspectableCloud {
  region: string;
  endpoints: Pick<EmbeddedCloud['endpoints'], 'DYNAMODB' | 'S3'>;
  resource: (prefix: string) => { ref: string };
}

export function inspectCloud({ region, endpoints, resource }: InspectableCloud): CloudInspector {
  const client = { region, credentials: LOCAL_CREDENTIALS };
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...client, endpoint: endpoints.DYNAMODB }),
  );
  const s3 = new S3Client({ ...client, endpoint: endpoints.S3 });
  const Bucket = resource('ImagesBucket').ref;

  const query = async (prefix: string, value: string, key = 'userId') => {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: resource(prefix).ref,
        KeyConditionExpression: '#key = :value',
        ExpressionAttributeNames: { '#key': key },
        ExpressionAttributeValues: { ':value': value },
        ConsistentRead: true,
      }),
    );
    return Items;
  };
  const scan = async (table: Table) => {
    const input = { TableName: resource(table).ref, ConsistentRead: true };
    const rows: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client: dynamodb }, input)) rows.push(...Items);
    return rows;
  };
  const listImages = async (Prefix: string) => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map(({ Key = '' }) => Key);
  };
  const readUser = async (userId: string) => {
    const key = { TableName: resource('DataUsers').ref, Key: { id: userId } };
    return (await dynamodb.send(new GetCommand({ ...key, ConsistentRead: true }))).Item;
  };
  const account = async (userId: string) => accountRow.parse(await readUser(userId));
  const thumbnails = async (userId: string) =>
    z.array(thumbnailRow).parse(await query('DataThumbnails', userId));

  /** Sets one attribute of a row. @returns the row before; undefined when it has no attribute `marker` (any more). */
  const setAttribute = async (table: Table, row: Row, attribute: string, value: unknown) => {
    const command = new UpdateCommand({
      TableName: resource(table).ref,
      Key: row.key,
      UpdateExpression: 'SET #attribute = :value',
      ConditionExpression: 'attribute_exists(#marker)',
      ExpressionAttributeNames: { '#attribute': attribute, '#marker': row.marker },
      ExpressionAttributeValues: { ':value': value },
      ReturnValues: 'ALL_OLD',
    });
    try {
      return (await dynamodb.send(command)).Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  };

  return {
    account,
    balance: async (userId) => (await account(userId)).credits,
    isClosed: async (userId) => (await account(userId)).closedAt !== undefined,
    ledger: async (userId) => z.array(ledgerRow).parse(await query('DataLedger', userId)),
    thumbnails,
    purchases: (userId) => query('DataPurchases', userId),
    images: async (userId) => [
      ...(await listImages(`images/${userId}/`)),
      ...(await listImages(`references/${userId}/`)),
    ],
    rows: scan,
    dump: async () => JSON.stringify([await Promise.all(TABLES.map(scan)), await listImages('')]),
    async createAccount(userId, credits) {
      const createdAt = new Date().toISOString();
      // With a mailbox, so that it can buy with a token that has no address.
      const mailbox = `mailbox-of-${userId}`;
      const due = credits === 0 && { welcomeDueAt: createdAt };
      const user = { id: userId, credits, packs: {}, createdAt, mailbox, ...due };
      const welcome = { entryId: 'welcome', kind: 'welcome', amount: credits, ref: 'sign-up' };
      await dynamodb.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: resource('DataUsers').ref, Item: user } },
            { Put: { TableName: resource('DataLedger').ref, Item: { userId, createdAt, ...welcome } } },
          ],
        }),
      );
    },
    async setBalance(userId, credits) {
      await setAttribute('DataUsers', { key: { id: userId }, marker: 'id' }, 'credits', credits);
    },
    async givePack(userId, pack, credits = PACKS[pack].credits) {
      const packs = { ...(await account(userId)).packs, [pack]: credits };
      await setAttribute('DataUsers', { key: { id: userId }, marker: 'id' }, 'packs', packs);
      const entry = {
        entryId: `grant#pack-${pack}`,
        kind: 'grant',
        amount: 0,
        ref: `pack-${pack}`,
        pack,
        packCredits: credits,
      };
      const Item = { userId, createdAt: new Date().toISOString(), ...entry };
      await dynamodb.send(new PutCommand({ TableName: resource('DataLedger').ref, Item }));
    },
    async backdateOpening(userId, milliseconds) {
      const time = new Date(Date.now() - milliseconds).toISOString();
      await setAttribute('DataUsers', { key: { id: userId }, marker: 'id' }, 'createdAt', time);
    },
    async backdate(userId, milliseconds = OLD_MS) {
      const time = new Date(Date.now() - milliseconds).toISOString();
      const pending = (await thumbnails(userId)).filter((row) => 'pendingShard' in row);
      for (const { generationId } of pending) {
        const key = { userId, generationId };
        await setAttribute('DataThumbnails', { key, marker: 'pendingShard' }, 'startedAt', time);
        await setAttribute('DataThumbnails', { key, marker: 'waitingSince' }, 'waitingSince', time);
      }
      const user = { key: { id: userId }, marker: 'closing' };
      const before = await setAttribute('DataUsers', user, 'closedAt', time);
      return { generations: pending.length > 0, deletion: before !== undefined };
    },
    async storeReferenceImage(userId, comment = '', file = JPEGS.baseline) {
      const id = randomUUID();
      const Body = comment === '' ? file : withComment(file, comment);
      await s3.send(new PutObjectCommand({ Bucket, Key: `references/${userId}/${id}`, Body }));
      return id;
    },
    async readImage(Key) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async storeOrphanImage(userId) {
      const Key = `images/${userId}/without-a-generation.png`;
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'an image' }));
    },
  };
}

/** A row, and an attribute without which it must not be changed. */
interface Row {
  key: Record<string, string>;
  marker: string;
}
