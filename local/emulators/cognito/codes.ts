import { randomInt, timingSafeEqual } from 'node:crypto';
import { checkHourly, countHourly, forgetHourly } from './attempts.ts';
import { codeExpired, codeMismatch } from './errors.ts';
import type { Pool } from './pool.ts';

const MINUTE = 60_000;

/** What a code is for, and how long it lives. */
const LIFETIME = {
  signUp: 24 * 60 * MINUTE,
  verifyEmail: 24 * 60 * MINUTE,
  resetPassword: 60 * MINUTE,
  signIn: 3 * MINUTE,
} as const;
export type CodePurpose = keyof typeof LIFETIME;

/** A fresh six-digit code. There is one for each purpose and user, so it voids the one before. */
export function issueCode(pool: Pool, username: string, purpose: CodePurpose): string {
  const key = keyOf(purpose, username);
  checkHourly(pool, 'mail', key);
  countHourly(pool, 'mail', key);
  const now = pool.world.now();
  for (const [old, { expiresAt }] of pool.state.codes) if (expiresAt <= now) pool.state.codes.delete(old);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  pool.state.codes.set(key, { digits, expiresAt: now + LIFETIME[purpose] });
  return digits;
}

/**
 * Takes a code out of use if it is the right one.
 * @throws CognitoError when it is wrong, has expired, was used, or was guessed at too often.
 */
export function useCode(pool: Pool, username: string, purpose: CodePurpose, given: string): void {
  const key = keyOf(purpose, username);
  checkHourly(pool, 'wrong', key);
  const code = pool.state.codes.get(key);
  if (code === undefined || code.expiresAt <= pool.world.now()) throw codeExpired();
  if (!isSame(code.digits, given)) {
    countHourly(pool, 'wrong', key);
    throw codeMismatch();
  }
  pool.state.codes.delete(key);
  forgetHourly(pool, 'wrong', key);
}

export function voidCode(pool: Pool, username: string, purpose: CodePurpose): void {
  pool.state.codes.delete(keyOf(purpose, username));
}

const keyOf = (purpose: CodePurpose, username: string) => `${purpose}:${username}`;

function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
