import { compact, type Account, type Row } from './account.ts';
import { planThumbnails } from './plan-thumbnails.ts';

/** The treatment of a row that has changed since the time that is restored to. */
type Rule = 'goes back' | 'stays' | 'is done again' | 'is a sum';

/**
 * The lists of docs/recovery.md, which explain each rule. The code below reads the rules of entries and of attributes. The rules of
 * the other rows only document the code. An unknown attribute of an account goes back.
 */
export const RULES = {
  'ledger: welcome': 'stays',
  'ledger: grant': 'stays',
  'ledger: spend': 'goes back',
  'ledger: refund': 'goes back',
  'ledger: purchase': 'is done again',
  'ledger: collect': 'is done again',
  'ledger: clawback': 'is done again',
  'ledger: restore': 'is done again',
  'ledger: carry': 'is done again',
  'ledger: closed': 'is done again',
  'users: credits': 'is a sum',
  'users: shortfall': 'is a sum',
  'users: packs': 'is a sum',
  'users: closedAt': 'stays',
  'users: closing': 'is done again',
  'users: tokensValidFrom': 'stays',
  'users: suspendedAt': 'stays',
  'users: operatorActions': 'stays',
  'users: mailbox': 'is done again',
  'users: stripeCustomerId': 'stays',
  'users: welcomeDueAt': 'stays',
  'users: keyCount': 'stays',
  'users: createdAt': 'goes back',
  purchases: 'is done again',
  'thumbnails: made': 'goes back',
  'thumbnails: ended': 'stays',
  'thumbnails: deleted': 'stays',
  'thumbnails: changed': 'goes back',
  'thumbnails: expired': 'stays',
  welcomedAddresses: 'stays',
  apiKeys: 'stays',
  brandKits: 'goes back',
  rateLimits: 'stays',
} as const satisfies Record<string, Rule>;

const rules: Readonly<Record<string, Rule>> = RULES;

interface AccountContext {
  userId: string;
  /** The time of the restoration. */
  now: Date;
  /** True if the user pool has the user. */
  hasUser: boolean;
}

const NOTHING = { thumbnails: [], refunds: [] };

/**
 * Decides what the rows of an account become.
 * @param copy the rows at the time that is restored to. @param found the rows of the stage, which may be damaged.
 */
export function planAccount(
  copy: Account,
  found: Account,
  { userId, now, hasUser }: AccountContext,
): Account {
  const [before, current] = [copy.users[0], found.users[0]];
  // Only a deletion takes the remaining credits.
  const closing = [...copy.ledger, ...found.ledger].find(({ entryId }) => entryId === 'closed');
  const closedAt =
    current?.['closedAt'] ??
    before?.['closedAt'] ??
    closing?.['createdAt'] ??
    (hasUser ? undefined : now.toISOString());
  const isClosed = closedAt !== undefined;
  // The deletion, which is done again, also erases the images.
  const { thumbnails, refunds } = isClosed ? NOTHING : planThumbnails(copy, found, now);
  const ledger = planLedger(copy.ledger, found.ledger, refunds);
  // Without any of these, the next visit opens the account.
  const isOpened = before !== undefined || current !== undefined || ledger.length > 0 || isClosed;
  const user: Row = {
    createdAt: ledger.map(({ createdAt }) => String(createdAt)).sort()[0] ?? now.toISOString(),
    ...planUser(before, current, closedAt, now),
    ...sumLedger(ledger),
    id: userId,
  };
  return {
    users: isOpened ? [compact(user)] : [],
    ledger,
    purchases: copy.purchases.map((row) => (isClosed ? compact({ ...row, receiptUrl: undefined }) : row)),
    thumbnails,
    brandKits: isClosed ? [] : copy.brandKits,
  };
}

/** @param refunds of the generations that have failed. */
function planLedger(copy: readonly Row[], found: readonly Row[], refunds: readonly Row[]): Row[] {
  const known = new Set(copy.map(({ entryId }) => entryId));
  // Without what a correction took back, the balance could become negative.
  const isCorrection = ({ kind, amount }: Row) => kind === 'grant' && Number(amount) < 0;
  const staying = found.filter(
    (row) => rules[`ledger: ${String(row['kind'])}`] === 'stays' && !isCorrection(row),
  );
  return [...copy, ...[...staying, ...refunds].filter(({ entryId }) => !known.has(entryId))];
}

function sumLedger(ledger: readonly Row[]): Row {
  const packs: Record<string, number> = {};
  for (const { pack, packCredits = 0 } of ledger) {
    if (typeof pack === 'string') packs[pack] = (packs[pack] ?? 0) + Number(packCredits);
  }
  const sum = (name: string) => ledger.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  // An account that never had a shortfall has no attribute for it.
  const hadShortfall = ledger.some(({ shortfall = 0 }) => shortfall !== 0);
  return { credits: sum('amount'), shortfall: hadShortfall ? sum('shortfall') : undefined, packs };
}

function planUser(before: Row | undefined, current: Row | undefined, closedAt: unknown, now: Date): Row {
  const wasClosed = before?.['closedAt'] !== undefined && before['closing'] === undefined;
  // Nothing else says whether the sessions of an account were ended.
  const later = current ?? { tokensValidFrom: now.toISOString() };
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(later), 'suspendedAt'])];
  const attributes: Row = Object.fromEntries(
    names.map((name) => [
      name,
      rules[`users: ${name}`] === 'stays' ? findNewer(name, before ?? {}, later) : (before ?? later)[name],
    ]),
  );
  return {
    ...attributes,
    // The row of the mailbox may be lost. A deletion ends the connection.
    mailbox: closedAt === undefined ? before?.['mailbox'] : findNewer('mailbox', before ?? {}, later),
    closedAt,
    closing: closedAt === undefined || wasClosed ? undefined : 'yes',
  };
}

/** An attribute that is missing now was lost, unless the account itself says that it was removed. */
function findNewer(name: string, earlier: Row, later: Row): unknown {
  const [old, value] = [earlier[name], later[name]];
  const hasActed = listActions(later).length > listActions(earlier).length;
  switch (name) {
    case 'tokensValidFrom':
      return findLater(old, value);
    case 'keyCount':
      // The end of all sessions removes the count.
      return findNewer('tokensValidFrom', earlier, later) === earlier['tokensValidFrom']
        ? (value ?? old)
        : value;
    case 'operatorActions':
      return hasActed ? value : (old ?? value);
    case 'suspendedAt': {
      const last = listActions(later).at(-1);
      const since = last?.['action'] === 'suspend' ? last['at'] : undefined;
      return value ?? (hasActed ? since : old);
    }
    case 'mailbox':
    case 'stripeCustomerId':
      // A deletion removes them.
      return later['closedAt'] === undefined ? (value ?? old) : value;
    default:
      return value ?? old;
  }
}

/** Times are ISO 8601, so the later one is the greater text. */
function findLater(one: unknown, other: unknown): unknown {
  return typeof one === 'string' && (typeof other !== 'string' || one > other) ? one : other;
}

const listActions = ({ operatorActions }: Row) =>
  Array.isArray(operatorActions) ? (operatorActions as readonly Row[]) : [];
