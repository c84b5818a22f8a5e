import { TABLES, tableVariable, type TableName } from '#contract/tables.ts';
import { requireEnv } from './environment.ts';

/** A deployed table. */
export interface Table<Name extends TableName = TableName> {
  name: Name;
  TableName: string;
}

export type TableKey<Name extends TableName> = Readonly<Record<(typeof TABLES)[Name]['key'][number], string>>;

/** The indexes of a table. */
export type IndexName<Name extends TableName> = (typeof TABLES)[Name] extends { indexes: infer Indexes }
  ? keyof Indexes & string
  : never;

/** @throws Error at the cold start if the function was deployed without the name of the table. */
export function openTable<Name extends TableName>(name: Name): Table<Name> {
  return { name, TableName: requireEnv(tableVariable(name)) };
}

/** Names one item by its table and its key, for a read or a write. @param item an object with the key. Its other attributes are ignored. */
export function atKey<Name extends TableName>({ name, TableName }: Table<Name>, item: TableKey<Name>) {
  const attributes: readonly (keyof TableKey<Name>)[] = TABLES[name].key;
  return { TableName, Key: Object.fromEntries(attributes.map((each) => [each, item[each]])) };
}
