/**
 * The tables whose partition key is the ID of an account, in the order of the writes. A run that is interrupted decides the same
 * again: the account says that it is closed before its entries go, and a generation that it runs again before its refund goes.
 */
export const ACCOUNT_TABLES = ['users', 'thumbnails', 'ledger', 'purchases', 'brandKits'] as const;
export type AccountTable = (typeof ACCOUNT_TABLES)[number];

export type Row = Readonly<Record<string, unknown>>;

/** The rows of one account. */
export type Account = Readonly<Record<AccountTable, readonly Row[]>>;

/** Leaves out what is undefined, which DynamoDB cannot store. */
export function compact(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
