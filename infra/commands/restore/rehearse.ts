import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  PutItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { TABLES } from '#contract/tables.ts';
import { EXIT, type ExitCode, type Terminal } from '../command-line.ts';
import { createCloud } from '../credits/connect.ts';
import { accessEmbeddedCloud } from '../stage-access.ts';
import { nameCopies } from './copies.ts';
import { takeLock } from './lock.ts';
import { RESTORED_TABLES, type RestoredTable, type TablePairs } from './restore-rows.ts';
import { planStage, restoreStage } from './restore-stage.ts';
import { createFinder, invokeSweep, type Target } from './target.ts';
import { findMissingUsers } from './user-pool.ts';

/**
 * Copies the tables of the embedded cloud, damages rows, restores them and compares. Everything but the copies and the stop of
 * the functions is the code that restores a stage: the emulators have neither.
 * @throws Error if the embedded cloud does not run, or has no account.
 */
export async function rehearse(terminal: Terminal): Promise<ExitCode> {
  const target = await connectEmbeddedCloud();
  const to = new Date();
  const tables = await copyTables(target);
  try {
    // Fails before any damage if the user pool does not have the users of the rows.
    await planStage({ target, tables, terminal });
    const damaged = await damageRows(target.dynamodb, tables);
    terminal.print(`${damaged} rows are damaged.`);
    if (damaged === 0) throw new Error('There is nothing to damage. Sign up and make a thumbnail first.');
    const lock = await takeLock(target, to.toISOString());
    const exitCode = await restoreStage({ target, lock, tables, terminal });
    const lost = await countLostRows(target.dynamodb, tables);
    terminal.print(`${lost} rows differ from their copies.`);
    return lost === 0 ? exitCode : EXIT.failure;
  } finally {
    for (const { copy } of Object.values(tables)) {
      await target.dynamodb.send(new DeleteTableCommand({ TableName: copy }));
    }
  }
}

/** @throws Error if the embedded cloud does not run. */
export async function connectEmbeddedCloud(): Promise<Target> {
  const access = await accessEmbeddedCloud();
  const { credentials, endpoints, resources } = access;
  const find = createFinder(Object.entries(resources));
  return {
    stage: access.stage,
    dynamodb: new DynamoDBClient({ region: 'us-west-2', credentials, endpoint: endpoints.DYNAMODB }),
    findMissingUsers: (userIds) => findMissingUsers(access, userIds),
    cloud: createCloud(access),
    find,
    pause: () => Promise.resolve(0),
    start: () => Promise.resolve(),
    refundAbandoned: () => invokeSweep(access.lambda, find),
  };
}

type Item = Record<string, AttributeValue>;

async function listRows(client: DynamoDBClient, TableName: string): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    rows.push(...Items);
  return rows;
}

/** Copies each table as it is now, in place of the point-in-time recovery. */
export async function copyTables(target: Pick<Target, 'dynamodb' | 'find'>): Promise<TablePairs> {
  const { dynamodb } = target;
  const tables = nameCopies(target, new Date());
  const copyTable = async (table: RestoredTable) => {
    const { current, copy: TableName } = tables[table];
    const { key } = TABLES[table];
    await dynamodb.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: key.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: key.map((AttributeName, index) => ({ AttributeName, KeyType: index ? 'RANGE' : 'HASH' })),
      }),
    );
    for (const Item of await listRows(dynamodb, current))
      await dynamodb.send(new PutItemCommand({ TableName, Item }));
  };
  await Promise.all(RESTORED_TABLES.map(copyTable));
  return tables;
}

const pickKey = (table: RestoredTable, row: Item): Item =>
  Object.fromEntries(TABLES[table].key.map((name) => [name, row[name] ?? { S: '' }]));

/** Deletes every second row, and changes every balance. @returns the number of damaged rows. */
async function damageRows(dynamodb: DynamoDBClient, tables: TablePairs): Promise<number> {
  let damaged = 0;
  for (const table of RESTORED_TABLES) {
    const { current: TableName } = tables[table];
    for (const [index, row] of (await listRows(dynamodb, TableName)).entries()) {
      const isLost = index % 2 === 0;
      if (!isLost && table !== 'users') continue;
      damaged += 1;
      await (isLost
        ? dynamodb.send(new DeleteItemCommand({ TableName, Key: pickKey(table, row) }))
        : dynamodb.send(new PutItemCommand({ TableName, Item: { ...row, credits: { N: '1000' } } })));
    }
  }
  return damaged;
}

/** An account that lost its row gets other times of its sessions and keys. */
const RENEWED = ['tokensValidFrom', 'keyCount'];

async function countLostRows(dynamodb: DynamoDBClient, tables: TablePairs): Promise<number> {
  let lost = 0;
  for (const { current, copy } of Object.values(tables)) {
    const normalize = (row: Item) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !RENEWED.includes(name)));
    const found = (await listRows(dynamodb, current)).map(normalize);
    for (const row of await listRows(dynamodb, copy))
      if (!found.some((other) => isDeepStrictEqual(other, normalize(row)))) lost += 1;
  }
  return lost;
}
