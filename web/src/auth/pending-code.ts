/** What a code was sent for. */
export type CodeKind = 'sign_up' | 'reset' | 'magic_link';

interface PendingCode {
  kind: CodeKind;
  email: string;
  /** When it was asked for, in milliseconds since 1970. */
  at: number;
}

const MINUTE = 60_000;

/** As long as the code itself is good (Amazon Cognito developer guide, "Quotas", "Code validity"). */
const LIFETIME: Readonly<Record<CodeKind, number>> = {
  sign_up: 24 * 60 * MINUTE,
  reset: 60 * MINUTE,
  magic_link: 3 * MINUTE,
};

const ALL = Object.keys(LIFETIME) as CodeKind[];

const keyOf = (kind: CodeKind) => `pendingCode.${kind}`;

/** A mailed link opens another tab. A sign-in without a password goes on in the tab that began it. */
const storageOf = (kind: CodeKind) => (kind === 'magic_link' ? sessionStorage : localStorage);

/** Remembers whom a code was sent to, for the link in the mail and for a reload. */
export function rememberCode(kind: CodeKind, email: string): void {
  const code: PendingCode = { kind, email, at: Date.now() };
  withStorage(kind, (storage) => storage.setItem(keyOf(kind), JSON.stringify(code)));
}

/** The code of this kind that is still good, if one was asked for in this browser. */
export function recallCode(kind: CodeKind): PendingCode | undefined {
  const value = withStorage(kind, (storage): unknown => JSON.parse(storage.getItem(keyOf(kind)) ?? 'null'));
  return isPendingCode(value) && Date.now() - value.at < LIFETIME[kind] ? value : undefined;
}

/** Used up, or nobody's any more. @param kinds default: all of them. */
export function forgetCodes(kinds: readonly CodeKind[] = ALL): void {
  for (const kind of kinds) withStorage(kind, (storage) => storage.removeItem(keyOf(kind)));
}

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== 'object' || value === null) return false;
  const { email, at } = value as Record<keyof PendingCode, unknown>;
  return typeof email === 'string' && typeof at === 'number';
}

function withStorage<T>(kind: CodeKind, action: (storage: Storage) => T): T | undefined {
  try {
    return action(storageOf(kind));
  } catch {
    return undefined; // Storage is switched off or full, or holds something that is not ours.
  }
}
