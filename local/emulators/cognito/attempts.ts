import { limitExceeded, notAuthorized } from './errors.ts';
import type { Pool } from './pool.ts';

const HOUR = 3_600_000;
const QUIET = 15 * 60_000;
const FREE_FAILURES = 5;

/**
 * Wrong passwords. After five of them a user is locked out for 2^(n-5) seconds, about 15 minutes at most. Attempts
 * during a lockout are refused and not counted; 15 quiet minutes, or a right password, forget them all.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow.html
 * (section "Lockout behavior for failed sign-in attempts")
 */
export const passwordLockout = {
  check(pool: Pool, username: string): void {
    const failed = pool.state.attempts.get(passwordKey(username));
    if (failed === undefined || failed.count < FREE_FAILURES) return;
    const lockout = Math.min(2 ** (failed.count - FREE_FAILURES) * 1_000, QUIET);
    if (pool.world.now() < failed.lastAt + lockout) throw notAuthorized('Password attempts exceeded');
  },

  failed(pool: Pool, username: string): void {
    record(pool, passwordKey(username), (lastAt, now) => now - lastAt >= QUIET);
  },

  passed(pool: Pool, username: string): void {
    pool.state.attempts.delete(passwordKey(username));
  },
};

/**
 * Codes asked for and wrong codes typed. Cognito allows "between 5 and 20 attempts" an hour, depending on what it
 * thinks of the caller: here, 5 wrong codes and 20 mails.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const HOURLY = { wrong: 5, mail: 20 } as const;

/** @throws CognitoError when the hour's allowance is used up. */
export function checkHourly(pool: Pool, kind: keyof typeof HOURLY, what: string): void {
  const made = pool.state.attempts.get(`${kind}:${what}`);
  if (made === undefined || pool.world.now() - made.since >= HOUR) return;
  if (made.count >= HOURLY[kind]) throw limitExceeded();
}

export function countHourly(pool: Pool, kind: keyof typeof HOURLY, what: string): void {
  record(pool, `${kind}:${what}`, (_lastAt, now, since) => now - since >= HOUR);
}

export function forgetHourly(pool: Pool, kind: keyof typeof HOURLY, what: string): void {
  pool.state.attempts.delete(`${kind}:${what}`);
}

const passwordKey = (username: string) => `password:${username}`;

function record(
  pool: Pool,
  key: string,
  isOver: (lastAt: number, now: number, since: number) => boolean,
): void {
  const now = pool.world.now();
  for (const [old, { lastAt }] of pool.state.attempts) {
    if (now - lastAt >= HOUR) pool.state.attempts.delete(old);
  }
  const before = pool.state.attempts.get(key);
  const next =
    before === undefined || isOver(before.lastAt, now, before.since)
      ? { count: 1, since: now, lastAt: now }
      : { ...before, count: before.count + 1, lastAt: now };
  pool.state.attempts.set(key, next);
}
