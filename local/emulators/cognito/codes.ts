import { randomInt, timingSafeEqual } from 'node:crypto';
import { codeExpired, codeMismatch, limitExceeded, notAuthorized } from './errors.ts';
import type { Pool } from './pool.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The lifetime of a code, by its purpose. */
const LIFETIME = {
  signUp: 24 * HOUR,
  resetPassword: HOUR,
  signIn: 3 * MINUTE,
} as const;
export type CodePurpose = keyof typeof LIFETIME;

/** Issues a six-digit code. The new code replaces the user's previous code for the same purpose. */
export function issueCode(pool: Pool, username: string, purpose: CodePurpose): string {
  const { codes } = pool.state;
  const key = `${purpose}:${username}`;
  checkHourlyLimit(pool, `email:${key}`, EMAILS_PER_HOUR);
  countAttempt(pool, `email:${key}`);
  const now = pool.options.now();
  for (const [old, { expiresAt }] of codes) if (expiresAt <= now) codes.delete(old);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  codes.set(key, { digits, expiresAt: now + LIFETIME[purpose] });
  return digits;
}

/**
 * Consumes a code.
 * @throws AwsJsonError if the code is wrong, has expired or was used, or if the user guessed too often.
 */
export function consumeCode(pool: Pool, username: string, purpose: CodePurpose, given: string): void {
  const { codes, attempts } = pool.state;
  const key = `${purpose}:${username}`;
  checkHourlyLimit(pool, `wrong:${key}`, WRONG_CODES_PER_HOUR);
  const code = codes.get(key);
  if (code === undefined || code.expiresAt <= pool.options.now()) throw codeExpired();
  const [expected, actual] = [Buffer.from(code.digits), Buffer.from(given)];
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    countAttempt(pool, `wrong:${key}`);
    throw codeMismatch();
  }
  codes.delete(key);
  attempts.delete(`wrong:${key}`);
}

/**
 * The limit of wrong codes in an hour. Cognito allows "between 5 and 20 attempts" an hour, depending on its assessment of the caller.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const WRONG_CODES_PER_HOUR = 5;
const EMAILS_PER_HOUR = 20;

function checkHourlyLimit(pool: Pool, key: string, limit: number): void {
  const made = pool.state.attempts.get(key);
  if (made === undefined || pool.options.now() - made.since >= HOUR) return;
  if (made.count >= limit) throw limitExceeded();
}

const FREE_FAILURES = 5;
const LOCKOUT_RESET_MS = 15 * MINUTE;

/**
 * Locks a user out after five wrong passwords. A lockout takes 2^(n-5) seconds, about 15 minutes at most. Attempts during a lockout are
 * refused and not counted. A right password, or 15 minutes without a failure, resets the count.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow.html
 * (section "Lockout behavior for failed sign-in attempts")
 */
export const passwordLockout = {
  check(pool: Pool, username: string): void {
    const failures = pool.state.attempts.get(`password:${username}`);
    if (failures === undefined || failures.count < FREE_FAILURES) return;
    const lockout = Math.min(2 ** (failures.count - FREE_FAILURES) * 1_000, LOCKOUT_RESET_MS);
    if (pool.options.now() < failures.lastAt + lockout) throw notAuthorized('Password attempts exceeded');
  },

  countFailure(pool: Pool, username: string): void {
    const key = `password:${username}`;
    const lastAt = pool.state.attempts.get(key)?.lastAt ?? 0;
    if (pool.options.now() - lastAt >= LOCKOUT_RESET_MS) passwordLockout.reset(pool, username);
    countAttempt(pool, key);
  },

  reset(pool: Pool, username: string): void {
    pool.state.attempts.delete(`password:${username}`);
  },
};

function countAttempt(pool: Pool, key: string): void {
  const { attempts } = pool.state;
  const now = pool.options.now();
  for (const [old, { lastAt }] of attempts) if (now - lastAt >= HOUR) attempts.delete(old);
  const before = attempts.get(key);
  const isOver = before === undefined || (!key.startsWith('password:') && now - before.since >= HOUR);
  attempts.set(
    key,
    isOver ? { count: 1, since: now, lastAt: now } : { ...before, count: before.count + 1, lastAt: now },
  );
}
