import { setTimeout as delay } from 'node:timers/promises';
import { setTokensValidFrom } from '../ledger/users-table.ts';
import { signOutEverywhere } from './user-pool.ts';
import { welcomeUser, type AccountOwner } from './welcome.ts';

const SECOND_MS = 1_000;

/**
 * Ends every session of a user: the API refuses their tokens at once, and Cognito refuses to refresh them. Idempotent.
 *
 * A token names the second of its sign-in. The sessions of the current second end, too, so this function returns when
 * that second is over, and a sign-in afterwards is valid.
 * @throws when a session may still be valid. The API is told first, because its tokens can spend credits.
 */
export async function endSessions(owner: AccountOwner, userPoolId: string): Promise<void> {
  const { userId } = owner;
  const now = Date.now();
  const validFrom = (Math.floor(now / SECOND_MS) + 1) * SECOND_MS;
  const time = new Date(validFrom).toISOString();
  if (!(await setTokensValidFrom(userId, time))) {
    // An older token would open the account without this time.
    await welcomeUser(owner);
    await setTokensValidFrom(userId, time);
  }
  await Promise.all([signOutEverywhere(userPoolId, userId), delay(Math.max(0, validFrom - Date.now()))]);
}
