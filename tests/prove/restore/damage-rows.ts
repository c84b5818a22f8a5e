import { randomUUID } from 'node:crypto';
import {
  RESTORED_TABLES,
  type RestoredTable,
  type TablePairs,
} from '../../../infra/commands/restore/restore-rows.ts';
import { chooseOne } from '../../support/random.ts';
import { nameRow, type Rows, type StageRows, type StoredRow } from './stage-rows.ts';

/** The share of the rows that are lost, and that get wrong attributes. */
const SHARE = { lost: 0.2, wrong: 0.15 };

/** Wrong attributes of a row. Undefined removes an attribute. */
const WRONG: Readonly<Record<RestoredTable, readonly StoredRow[]>> = {
  users: [
    { credits: 999 },
    { shortfall: 7 },
    { packs: { studio: 5 } },
    { closedAt: undefined, closing: undefined },
    { mailbox: undefined },
    { stripeCustomerId: undefined },
  ],
  ledger: [{ amount: 77 }, { shortfall: 9 }, { kind: 'unknown' }],
  purchases: [{ state: 'paid' }, { revision: 0 }, { credits: -1 }],
  thumbnails: [{ cost: 9 }, { prompt: 'wrong' }, { status: 'failed' }, { design: '{}' }],
  brandKits: [],
  welcomedAddresses: [],
};

/** Rows that are not allowed to be wrong, because nothing tells that they are: they are only lost. */
const isAuthority = (table: RestoredTable, row: StoredRow, isCopied: boolean) =>
  !isCopied && table === 'ledger' && ['welcome', 'grant'].includes(String(row['kind']));

/** Loses rows, makes rows wrong, and adds rows. @returns the names of the rows that are lost. */
export async function damageRows(
  stage: StageRows,
  tables: TablePairs,
  { copy, current, userIds }: { copy: Rows; current: Rows; userIds: readonly string[] },
  random: () => number,
): Promise<Set<string>> {
  const lost = new Set<string>();
  const copied = new Set(RESTORED_TABLES.flatMap((table) => copy[table].map((row) => nameRow(table, row))));
  // Other mailboxes, and the salt, belong to users of other stages.
  const isOwnMailbox = ({ accounts }: StoredRow) =>
    accounts instanceof Set && [...accounts].every((id) => userIds.includes(String(id)));
  for (const table of RESTORED_TABLES) {
    const { current: TableName } = tables[table];
    for (const row of current[table].filter((row) => table !== 'welcomedAddresses' || isOwnMailbox(row))) {
      const chance = random();
      const name = nameRow(table, row);
      const wrong = WRONG[table];
      if (chance < SHARE.lost) {
        lost.add(name);
        await stage.delete(table, TableName, row);
      } else if (chance < SHARE.lost + SHARE.wrong && wrong.length > 0) {
        if (isAuthority(table, row, copied.has(name))) continue;
        const changed = Object.entries({ ...row, ...chooseOne(random, wrong) });
        await stage.put(TableName, Object.fromEntries(changed.filter(([, value]) => value !== undefined)));
      }
    }
  }
  for (const userId of userIds) {
    if (random() < 0.5) continue;
    const [ref, createdAt] = [randomUUID(), new Date().toISOString()];
    const kind = chooseOne(random, ['spend', 'refund', 'purchase', 'clawback', 'carry', 'closed']);
    const entry = { userId, entryId: `${kind}#${ref}`, kind, ref, amount: 50, shortfall: 3, createdAt };
    await stage.put(tables.ledger.current, entry);
    const thumbnail = {
      userId,
      generationId: ref,
      status: 'succeeded',
      prompt: 'of nobody',
      cost: 1,
      createdAt,
    };
    await stage.put(tables.thumbnails.current, thumbnail);
  }
  return lost;
}
