import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan, PutCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '#contract/tables.ts';
import {
  RESTORED_TABLES,
  type RestoredTable,
  type TablePairs,
} from '../../../infra/commands/restore/restore-rows.ts';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';

export type StoredRow = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<RestoredTable, readonly StoredRow[]>>;

/** Reads and damages the rows of the tables that a restoration writes. */
export class StageRows {
  readonly client: DynamoDBClient;
  readonly #documents: DynamoDBDocumentClient;

  constructor({ region, endpoints }: EmbeddedCloud) {
    const settings = { region, endpoint: endpoints.DYNAMODB, credentials: LOCAL_CREDENTIALS };
    this.client = new DynamoDBClient(settings);
    this.#documents = DynamoDBDocumentClient.from(this.client);
  }

  /** Reads the rows of some users. Mailboxes belong to none, so all of them are read. */
  async read(tables: TablePairs, version: 'copy' | 'current', userIds: ReadonlySet<string>): Promise<Rows> {
    const pairs = RESTORED_TABLES.map(async (table) => {
      const rows: StoredRow[] = [];
      const input = { TableName: tables[table][version], ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client: this.#documents }, input))
        rows.push(...Items);
      const owner = TABLES[table].key[0];
      return [table, rows.filter((row) => table === 'welcomedAddresses' || userIds.has(String(row[owner])))];
    });
    return Object.fromEntries(await Promise.all(pairs)) as Rows;
  }

  async delete(table: RestoredTable, TableName: string, row: StoredRow): Promise<void> {
    await this.#documents.send(new DeleteCommand({ TableName, Key: pickKey(table, row) }));
  }

  async put(TableName: string, Item: StoredRow): Promise<void> {
    await this.#documents.send(new PutCommand({ TableName, Item }));
  }
}

function pickKey(table: RestoredTable, row: StoredRow): StoredRow {
  return Object.fromEntries(TABLES[table].key.map((name) => [name, row[name]]));
}

/** Names a row by its table and its key. */
export function nameRow(table: RestoredTable, row: StoredRow): string {
  return JSON.stringify([table, pickKey(table, row)]);
}
