import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isBoolean, isNumber, isObjectOf, isOptional, isString } from '../../../lib/guards.ts';

const MINUTE_MS = 60_000;

/**
 * The codes that Cognito sends. `lifetime` is its own (Amazon Cognito developer guide, "Quotas", "Code validity").
 * An e-mailed link opens a new tab, so those codes are in local storage. A passwordless sign-in continues in its tab.
 */
const CODES = {
  sign_up: { key: STORAGE_KEYS.signUpCode, area: 'local', lifetime: 24 * 60 * MINUTE_MS },
  reset: { key: STORAGE_KEYS.resetCode, area: 'local', lifetime: 60 * MINUTE_MS },
  magic_link: { key: STORAGE_KEYS.magicLinkCode, area: 'session', lifetime: 3 * MINUTE_MS },
} as const;

export type CodeKind = keyof typeof CODES;

const ALL_KINDS = Object.keys(CODES) as CodeKind[];

interface PendingCode {
  email: string;
  /** True if the user of this browser chose the password of the account. Only the code of a sign-up has this field. */
  knowsPassword?: boolean | undefined;
  /** Milliseconds since 1970. */
  requestedAt: number;
}

const isPendingCode = isObjectOf<PendingCode>({
  email: isString,
  knowsPassword: isOptional(isBoolean),
  requestedAt: isNumber,
});

/**
 * Saves the address that a code was sent to, for the link in the e-mail and for a reload.
 * @param details replace the details of the previous code for the same address, which are kept otherwise
 */
export function savePendingCode(
  kind: CodeKind,
  email: string,
  details: Pick<PendingCode, 'knowsPassword'> = {},
): void {
  const { key, area } = CODES[kind];
  const previous = readJson(key, isPendingCode, area);
  const kept = previous?.email === email ? { knowsPassword: previous.knowsPassword } : {};
  const code: PendingCode = { email, requestedAt: Date.now(), ...kept, ...details };
  writeItem(key, JSON.stringify(code), area);
}

/** Returns the code of this kind that this browser requested. Undefined if there is no valid code. */
export function loadPendingCode(kind: CodeKind): PendingCode | undefined {
  const { key, area, lifetime } = CODES[kind];
  const code = readJson(key, isPendingCode, area);
  return code !== undefined && Date.now() - code.requestedAt < lifetime ? code : undefined;
}

/** @param kinds default: all of them. */
export function clearPendingCodes(kinds: readonly CodeKind[] = ALL_KINDS): void {
  for (const kind of kinds) removeItem(CODES[kind].key, CODES[kind].area);
}
