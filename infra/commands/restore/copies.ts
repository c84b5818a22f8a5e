import {
  DescribeTableCommand,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { undefinedOnError } from '../aws.ts';
import { RESTORED_TABLES, type TablePairs } from './restore-rows.ts';
import type { Target } from './target.ts';

/** Returns each table of the stage with the name of its copy, which is the same in every run for the same time. */
export function nameCopies({ find }: Pick<Target, 'find'>, to: Date): TablePairs {
  const suffix = to.toISOString().replace(/\D/g, '');
  const pairs = RESTORED_TABLES.map((table) => {
    const current = find(`Data${table}`);
    return [table, { current, copy: `${current}-${suffix}` }];
  });
  return Object.fromEntries(pairs) as TablePairs;
}

/**
 * Makes all copies at the same time, and waits for them. A copy may exist from an earlier run. A copy has no indexes, which makes
 * it faster.
 * @throws Error if a copy is deleted or not complete after a day; the SDK's errors.
 */
export async function makeCopies(
  client: DynamoDBClient,
  tables: TablePairs,
  RestoreDateTime: Date,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (const { current: SourceTableName, copy: TargetTableName } of Object.values(tables)) {
    const names = { SourceTableName, TargetTableName };
    const input = { ...names, RestoreDateTime, GlobalSecondaryIndexOverride: [] };
    try {
      await client.send(new RestoreTableToPointInTimeCommand(input));
    } catch (error) {
      if (!(error instanceof TableAlreadyExistsException)) throw error;
    }
  }
  for (const { copy } of Object.values(tables)) await waitUntilComplete(client, copy, wait);
}

/** The pause between two reads of a copy's status, in ms. */
const PAUSE_MS = 20_000;
/** The longest wait for a copy, in ms. AWS documents no limit, and a large table takes hours. */
const TIMEOUT_MS = 24 * 60 * 60_000;

/** The SDK's waiter would take every error, also of expired credentials, for a copy that is not ready. */
async function waitUntilComplete(
  client: DynamoDBClient,
  TableName: string,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += PAUSE_MS) {
    // A new table is not found at once.
    const description = client.send(new DescribeTableCommand({ TableName }));
    const found = await undefinedOnError(['ResourceNotFoundException'], description);
    const status = found?.Table?.TableStatus ?? 'CREATING';
    if (status === 'ACTIVE') return;
    if (status !== 'CREATING') throw new Error(`The copy ${TableName} is ${status}.`);
    await wait(PAUSE_MS);
  }
  throw new Error(`The copy ${TableName} is not complete after a day.`);
}
