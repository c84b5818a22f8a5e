/** What happens to a row that has changed since the time that is restored to. */
type Rule = 'goes back' | 'stays' | 'is done again' | 'is a sum';

/**
 * The table of docs/recovery.md, which explains each rule. The rules of entries and of attributes are read below; those of the other
 * rows say what the code does. An unknown attribute of an account goes back.
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
  'users: mailbox': 'stays',
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
  brandKits: 'stays',
  rateLimits: 'stays',
} as const satisfies Record<string, Rule>;

const rules: Readonly<Record<string, Rule>> = RULES;

/** The tables whose partition key is the ID of an account. */
export const ACCOUNT_TABLES = ['users', 'ledger', 'purchases', 'thumbnails', 'brandKits'] as const;
export type AccountTable = (typeof ACCOUNT_TABLES)[number];

export type Row = Readonly<Record<string, unknown>>;

/** The rows of one account. */
export type Account = Readonly<Record<AccountTable, readonly Row[]>>;

interface Circumstances {
  userId: string;
  /** The time of the restoration. */
  now: Date;
  /** Whether the user pool has the user. */
  hasUser: boolean;
}

/**
 * Decides what the rows of an account become.
 * @param copy the rows at the time that is restored to. @param found the rows of the stage, which may be damaged.
 */
export function planAccount(copy: Account, found: Account, { userId, now, hasUser }: Circumstances): Account {
  const [before, current] = [copy.users[0], found.users[0]];
  const closedAt = current?.['closedAt'] ?? before?.['closedAt'] ?? (hasUser ? undefined : now.toISOString());
  const isClosed = closedAt !== undefined;
  const refunds = new Map(
    found.ledger.filter(({ kind }) => kind === 'refund').map(({ ref, amount }) => [ref, amount]),
  );
  // The deletion, which is done again, also erases the images.
  const thumbnails = isClosed ? [] : planThumbnails(copy, found, refunds, now);
  const ledger = planLedger(copy.ledger, found.ledger, isClosed ? [] : listFailed(copy, thumbnails));
  const user = planUser(before, current, closedAt, now);
  return {
    // Without any of these, the next visit opens the account.
    users:
      before === undefined && current === undefined && ledger.length === 0 && !isClosed
        ? []
        : [
            compact({
              createdAt: findFirst(ledger) ?? now.toISOString(),
              ...user,
              ...sumLedger(ledger),
              id: userId,
            }),
          ],
    ledger,
    purchases: copy.purchases.map((row) => (isClosed ? compact({ ...row, receiptUrl: undefined }) : row)),
    thumbnails,
    brandKits: isClosed ? [] : found.brandKits.length > 0 ? found.brandKits : copy.brandKits,
  };
}

/** @param failed the generations whose refunds stay. */
function planLedger(copy: readonly Row[], found: readonly Row[], failed: readonly unknown[]): Row[] {
  const known = new Set(copy.map(({ entryId }) => entryId));
  const staying = found.filter(({ entryId, kind, ref, amount }) => {
    if (known.has(entryId)) return false;
    if (kind === 'refund') return failed.includes(ref);
    // Without what a correction took back, the balance could become negative.
    if (kind === 'grant' && Number(amount) < 0) return false;
    return rules[`ledger: ${String(kind)}`] === 'stays';
  });
  return [...copy, ...staying];
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

const findFirst = (ledger: readonly Row[]) => ledger.map(({ createdAt }) => String(createdAt)).sort()[0];

function planUser(before: Row | undefined, current: Row | undefined, closedAt: unknown, now: Date): Row {
  const wasClosed = before?.['closedAt'] !== undefined && before['closing'] === undefined;
  // Nothing else says whether the sessions of an account were ended.
  const later = current ?? { tokensValidFrom: now.toISOString() };
  // A deletion removes attributes on purpose.
  const earlier = current?.['closedAt'] === undefined ? before : undefined;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(later)])];
  const attributes: Row = Object.fromEntries(
    names.map((name) => [
      name,
      rules[`users: ${name}`] === 'stays' ? findNewer(name, earlier ?? {}, later) : (before ?? later)[name],
    ]),
  );
  const closing = closedAt === undefined || wasClosed ? undefined : 'yes';
  return { ...attributes, closedAt, closing };
}

/** An attribute that is missing now was lost, unless the account itself says that it was removed. */
function findNewer(name: string, earlier: Row, later: Row): unknown {
  const [old, value] = [earlier[name], later[name]];
  const hasActed = countActions(later) > countActions(earlier);
  if (name === 'keyCount') return value;
  if (name === 'operatorActions' && !hasActed) return old ?? value;
  if (name === 'suspendedAt' && hasActed) return value;
  if (name === 'tokensValidFrom') return findLater(old, value);
  return value ?? old;
}

/** Times are ISO 8601, so the later one is the greater text. */
function findLater(one: unknown, other: unknown): unknown {
  return typeof one === 'string' && (typeof other !== 'string' || one > other) ? one : other;
}

const countActions = ({ operatorActions }: Row) =>
  Array.isArray(operatorActions) ? operatorActions.length : 0;

const isUnfinished = ({ status }: Row) => status === 'pending' || status === 'waiting';

function planThumbnails(
  copy: Account,
  found: Account,
  refunds: ReadonlyMap<unknown, unknown>,
  now: Date,
): Row[] {
  const newer = new Map(found.thumbnails.map((row) => [row['generationId'], row]));
  const rows = copy.thumbnails.flatMap((row): Row[] => {
    const { generationId, expiresAt = Infinity } = row;
    const current = newer.get(generationId);
    const isRefunded = refunds.get(generationId) === row['cost'];
    if (current?.['status'] === 'deleted') return [toDeleted(row, current, isRefunded)];
    if (Number(expiresAt) * 1_000 <= now.getTime()) return current === undefined ? [] : [current];
    return [current !== undefined && isUnfinished(row) && isEnd(current, row, isRefunded) ? current : row];
  });
  // The deletion of a thumbnail deleted its edits, also an edit that has lost its row since.
  const deleted = new Map(
    rows.filter(({ status }) => status === 'deleted').map((row) => [row['generationId'], row]),
  );
  return rows.map((row) => {
    const thumbnail = row['status'] === 'succeeded' ? deleted.get(row['thumbnailId']) : undefined;
    if (thumbnail === undefined) return row;
    return toDeleted(row, { status: 'deleted', deletedAt: thumbnail['deletedAt'] }, false);
  });
}

/** Whether a row is the end of a generation that ran, and the refund agrees. */
function isEnd({ status, cost }: Row, running: Row, isRefunded: boolean): boolean {
  return cost === running['cost'] && status === (isRefunded ? 'failed' : 'succeeded');
}

/** What remains of a generation that was deleted. It agrees with the ledger, whatever the damage has done. */
function toDeleted(row: Row, deleted: Row, isRefunded: boolean): Row {
  const { userId, generationId, kind, cost, createdAt, expiresAt = deleted['expiresAt'] } = row;
  const ended = row['endedAs'] ?? row['status'];
  const endedAs = isUnfinished(row) ? (isRefunded ? 'failed' : 'succeeded') : ended;
  return compact({ ...deleted, userId, generationId, kind, cost, createdAt, expiresAt, endedAs });
}

/** The generations that ran at the time of the copy, and failed since. */
function listFailed(copy: Account, planned: readonly Row[]): unknown[] {
  const running = copy.thumbnails.filter(isUnfinished).map(({ generationId }) => generationId);
  return planned
    .filter(
      ({ generationId, status, endedAs = status }) => endedAs === 'failed' && running.includes(generationId),
    )
    .map(({ generationId }) => generationId);
}

function compact(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
