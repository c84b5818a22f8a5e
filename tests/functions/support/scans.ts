import {
  ScanCommand,
  TransactGetCommand,
  type ScanCommandInput,
  type TransactGetCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { cancelled, conflict, dynamodb } from './cloud.ts';
import { account, rowsOf, type Row } from './tables.ts';

/** Rows in a page of a scan, whatever limit it asks for: a few of anything take more than one. */
const PAGE_SIZE = 3;

const SORTED_BY = { users: ['id'], ledger: ['userId', 'entryId'] } as const;

/** Prepares the tables of `tablesWork` for what only an auditor asks: scans, and reads inside a transaction. */
export function scansWork(): void {
  dynamodb.on(ScanCommand).callsFake((input: ScanCommandInput) => Promise.resolve(scan(input)));
  dynamodb.on(TransactGetCommand).callsFake((input: TransactGetCommandInput) => {
    const id = String(input.TransactItems?.[0]?.Get?.Key?.['id']);
    const Item = account(id);
    return Promise.resolve({ Responses: [Item === undefined ? {} : { Item: { ...Item } }] });
  });
}

/** Lets a read inside a transaction meet another one at work, this often. */
export function meetTransactions(times: number): void {
  let left = times;
  const answer = (input: TransactGetCommandInput) => {
    left -= 1;
    if (left >= 0) throw cancelled(conflict);
    const Item = account(String(input.TransactItems?.[0]?.Get?.Key?.['id']));
    return Promise.resolve({ Responses: [{ ...(Item && { Item }) }] });
  };
  dynamodb.on(TransactGetCommand).callsFake(answer);
}

function scan({ TableName, ExclusiveStartKey }: ScanCommandInput): object {
  const table = TableName as keyof typeof SORTED_BY;
  const keyOf = (row: Row) => SORTED_BY[table].map((name) => String(row[name])).join(' ');
  const sorted = rowsOf(table).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const rest =
    ExclusiveStartKey === undefined ? sorted : sorted.filter((row) => keyOf(row) > keyOf(ExclusiveStartKey));
  const page = rest.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const key = last && Object.fromEntries(SORTED_BY[table].map((name) => [name, last[name]]));
  return { Items: page, ...(rest.length > PAGE_SIZE && { LastEvaluatedKey: key }) };
}
