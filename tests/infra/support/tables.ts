import { ConditionalCheckFailedException, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { mockAws } from './aws.ts';

export type Row = Record<string, AttributeValue>;
type Input = Record<string, unknown>;

/** Tables in memory, with the conditions that the commands use. */
export class MemoryTables {
  readonly #rows = new Map<string, Row[]>();
  readonly #keys: (table: string) => readonly string[];

  /** @param keys returns the names of the key of a table. */
  constructor(keys: (table: string) => readonly string[]) {
    this.#keys = keys;
  }

  read(table: string): Row[] {
    return this.#rows.get(table) ?? [];
  }

  replace(table: string, rows: readonly Row[]): void {
    this.#rows.set(table, [...rows]);
  }

  /** Answers the calls of DynamoDB. @param onWrite sees the name of the table. */
  mock(onWrite: (table: string) => void = () => undefined): void {
    const write = (input: Input, key: Row, item?: Row) => {
      const table = String(input['TableName']);
      const found = this.#find(table, key);
      if (!isMet(input, found)) return new ConditionalCheckFailedException({ message: 'x', $metadata: {} });
      onWrite(table);
      const others = this.read(table).filter((row) => row !== found);
      this.replace(table, item === undefined ? others : [...others, item]);
      return {};
    };
    mockAws({
      Scan: ({ input }) => ({ Items: this.read(String(input['TableName'])) }),
      Query: ({ input }) => {
        const table = String(input['TableName']);
        const [owner = ''] = this.#keys(table);
        const value = (input['ExpressionAttributeValues'] as Row)[':key'];
        return { Items: this.read(table).filter((row) => isDeepStrictEqual(row[owner], value)) };
      },
      GetItem: ({ input }) => ({ Item: this.#find(String(input['TableName']), input['Key'] as Row) }),
      PutItem: ({ input }) => write(input, input['Item'] as Row, input['Item'] as Row),
      DeleteItem: ({ input }) => write(input, input['Key'] as Row),
    });
  }

  #find(table: string, key: Row): Row | undefined {
    const names = this.#keys(table);
    return this.read(table).find((row) => names.every((name) => isDeepStrictEqual(row[name], key[name])));
  }
}

/** Understands `a = :a`, `attribute_not_exists(a)`, AND, and OR between the parts. */
function isMet(input: Input, row: Row = {}): boolean {
  const names = (input['ExpressionAttributeNames'] ?? {}) as Record<string, string>;
  const values = (input['ExpressionAttributeValues'] ?? {}) as Row;
  const read = (name = '') => row[names[name] ?? name];
  const isTrue = (term: string) => {
    const [, missing] = /^attribute_not_exists\((.+)\)$/.exec(term) ?? [];
    if (missing !== undefined) return read(missing) === undefined;
    const [name, value = ''] = term.split(' = ');
    return isDeepStrictEqual(read(name), values[value]);
  };
  const expression = input['ConditionExpression'];
  if (typeof expression !== 'string') return true;
  return expression.split(' OR ').some((part) => part.split(' AND ').every(isTrue));
}
