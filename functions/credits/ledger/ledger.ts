import {
  createRefusals,
  transact,
  type Refusals,
  type TransactItem,
} from '../../platform/dynamodb-writes.ts';
import { absent, allOf, anyOf, atLeast, equals, isMet, type Condition } from '../../platform/expressions.ts';
import { insertEntryWrite } from './new-entries.ts';
import type { NewEntry } from './ledger-entry.ts';
import { changeBalanceWrite, createUserWrite } from './users-table-balance.ts';

/** The reason why the ledger refuses an entry. */
type OwnRefusal =
  /** This cause was already booked. */
  | 'duplicate'
  /** The user has no account yet. */
  | 'noAccount'
  /** The balance is too low. */
  | 'insufficient'
  /** The balance or the shortfall is not the expected value. */
  | 'changed';

type Guards = Readonly<Record<string, Condition>>;

/** The values that the caller has read. An undefined value may have changed since then. */
interface Expectation {
  credits?: number | undefined;
  shortfall?: number | undefined;
}

interface PostOptions<W extends string, G extends string> {
  /** Writes that belong to the entry, such as the row of the thumbnail or the counter of a rate limit. */
  writes?: Readonly<Record<W, TransactItem | undefined>>;
  /** Further conditions on the account. */
  account?: Readonly<Record<G, Condition>>;
  /** A second entry of the same cause, booked in the same transaction. The entry must not make the balance negative. */
  withEntry?: NewEntry | undefined;
  expected?: Expectation;
}

/** The condition that an account is not deleted. A purchase does not need this condition, because Stripe already has the money. */
export const OPEN_ACCOUNT: Condition = absent('closedAt');

/**
 * Posts an entry. The entry, the balance and the caller's writes are in one transaction. Therefore the balance always equals the sum of the
 * entries, and each cause is booked only once.
 * @returns undefined if the entry was posted. Otherwise nothing was written, and the result names all refusals: reasons of the ledger,
 * writes of the caller, and the caller's conditions on the account. A repeated request can have several refusals, and the caller decides
 * which refusal to report.
 * @throws the errors of `transact`. The outcome is then unknown, and posting the same entry again is safe.
 */
export async function postEntry<W extends string = never, G extends string = never>(
  entry: NewEntry,
  { writes, account, withEntry, expected = {} }: PostOptions<W, G> = {},
): Promise<Refusals<OwnRefusal | W | G> | undefined> {
  const amount = entry.amount + (withEntry?.amount ?? 0);
  const shortfall = (entry.shortfall ?? 0) + (withEntry?.shortfall ?? 0);
  const { pack, packCredits: credits = 0 } = entry;
  const packChange = pack === undefined ? undefined : { pack, credits };
  const guards: Guards = {
    ...account,
    ...(amount < 0 && { insufficient: atLeast('credits', -amount) }),
    ...expectationGuard(expected),
  };
  const refusals = await transact({
    ...writes,
    duplicate: insertEntryWrite(entry),
    balance: changeBalanceWrite(
      { userId: entry.userId, amount, shortfall, packChange },
      Object.values(guards),
    ),
    secondEntry: withEntry && insertEntryWrite(withEntry),
  });
  return refusals?.has('balance') === true ? explainBalance(refusals, guards) : refusals;
}

function expectationGuard({ credits, shortfall }: Expectation): Guards {
  const parts = [
    ...(credits === undefined ? [] : [equals('credits', credits)]),
    ...(shortfall === undefined ? [] : [hasShortfall(shortfall)]),
  ];
  return parts.length === 0 ? {} : { changed: allOf(...parts) };
}

/** Requires a shortfall. An account without a clawback has no shortfall attribute. */
function hasShortfall(shortfall: number): Condition {
  return shortfall === 0
    ? anyOf(absent('shortfall'), equals('shortfall', 0))
    : equals('shortfall', shortfall);
}

/** Adds the names of the guards that the account does not meet to the refusals. */
function explainBalance(refusals: Refusals<string>, guards: Guards): Refusals<string> {
  const user = refusals.findItem('balance');
  const unmet =
    user === undefined ? ['noAccount'] : Object.keys(guards).filter((name) => !meets(user, guards[name]));
  if (unmet.length === 0) throw new Error('The account refused an entry although it meets every condition.');
  return createRefusals(
    new Map([
      ...refusals.names.map((name) => [name, refusals.findItem(name)] as const),
      ...unmet.map((name) => [name, user] as const),
    ]),
  );
}

function meets(user: Record<string, unknown>, guard: Condition | undefined): boolean {
  return guard === undefined || isMet(guard, user);
}

interface OpenOptions<W extends string> {
  writes?: Readonly<Record<W, TransactItem | undefined>>;
  /** The earliest time at which the welcome credits can be granted (ISO 8601, UTC). Absent if they are not due. */
  welcomeDueAt?: string;
}

/**
 * Opens an account with its first entry.
 * @returns undefined if the account was opened. Otherwise nothing was written, and the result names the refusals: `entry` and `account` if
 * the user already has an account, and writes of the caller.
 */
export async function openAccount<W extends string = never>(
  entry: NewEntry,
  { writes, welcomeDueAt }: OpenOptions<W> = {},
): Promise<Refusals<'entry' | 'account' | W> | undefined> {
  return transact({
    entry: insertEntryWrite(entry),
    account: createUserWrite(entry.userId, entry.amount, welcomeDueAt),
    ...writes,
  });
}
