import { auditReport, type AuditReport } from '#contract/operators.ts';
import { handler } from '../../../../functions/events/audit-credits.ts';
import { lambdaContext } from '../../support/event.ts';
import * as db from './database.ts';
import { ledgerItem } from './items.ts';

const FIFTEEN_MINUTES = 900_000;

/** Runs an audit, and reads its report as it is after serialization. */
export async function audit(event: object = {}, remainingMs = FIFTEEN_MINUTES): Promise<AuditReport> {
  return auditReport.parse(JSON.parse(JSON.stringify(await handler(event, lambdaContext(remainingMs)))));
}

/** Kind, cause and amount of a ledger entry. */
export type Entry = [kind: string, ref: string, amount: number];

export const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const WELCOME: Entry = ['welcome', 'sign-up', 3];
export const SPEND: Entry = ['spend', GENERATION, -1];
export const REFUND: Entry = ['refund', GENERATION, 1];

interface History {
  /** @default the welcome credits */
  entries?: Entry[];
  records?: db.Item[];
  account?: db.Item;
}

/** Writes an account with this balance, its ledger entries and its records. */
export async function putAccount(
  userId: string,
  credits: number,
  { entries = [WELCOME], records = [], account = {} }: History = {},
): Promise<string> {
  await db.putItems([
    ['users', db.userItem(userId, credits, account)],
    ...entries.map((entry) => ['ledger', ledgerItem(userId, ...entry)] as const),
    ...records.map((record) => ['thumbnails', record] as const),
  ]);
  return userId;
}

/** Writes accounts with the welcome entry. @param credits their balance; any other balance than 3 is a drift. */
export async function putAccounts(count: number, credits = 3): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => putAccount(db.newUser(), credits)));
}
