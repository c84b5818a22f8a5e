import { USER } from './event.ts';
import { openAccount, putRow, type Row } from './tables.ts';

export const OPENED_AT = '2026-11-01T09:00:00.000Z';

/** A row of the ledger as the code writes it. @param cause what stands behind the `#` of its id. */
export function entryRow(kind: string, cause: string, amount: number, more: Row = {}): Row {
  const entryId = kind === 'welcome' ? 'welcome' : `${kind}#${cause}`;
  return { userId: USER, entryId, kind, amount, ref: cause, createdAt: '2026-11-20T09:00:00.000Z', ...more };
}

/** A generation's record as the code writes it. */
export function recordRow(generationId: string, status: string, more: Row = {}): Row {
  const createdAt = '2026-11-20T09:00:00.000Z';
  const end = status === 'pending' ? {} : { endedAt: createdAt };
  const result = {
    ...(status === 'succeeded' && {
      imageKey: `thumbnails/${USER}/${generationId}.png`,
      width: 1344,
      height: 768,
    }),
    ...(status === 'failed' && { failure: 'internal' }),
  };
  const request = { prompt: 'a castle', model: 'first', seed: 7, cost: 1, createdAt };
  return { userId: USER, generationId, status, ...request, ...end, ...result, ...more };
}

/** Gives a user an account, rows and records in the tables, as they stand. */
export function history(
  credits: number,
  { id = USER, entries = [], records = [], account = {} }: History = {},
): void {
  openAccount(credits, { id, createdAt: OPENED_AT, ...account });
  for (const row of entries) putRow('ledger', { ...row, userId: id });
  for (const row of records) putRow('thumbnails', { ...row, userId: id });
}

interface History {
  id?: string;
  entries?: Row[];
  records?: Row[];
  /** What else the account's row holds. */
  account?: Row;
}
