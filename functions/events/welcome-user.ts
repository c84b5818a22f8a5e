import { setTimeout as delay } from 'node:timers/promises';
import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { discardPassword, signOutEverywhere } from '../accounts/user-pool.ts';
import { type AccountOwner, welcomeUser } from '../accounts/welcome.ts';
import { setTokensValidFrom } from '../credits/ledger/users-table.ts';
import { logger } from '../platform/logger.ts';

const SECOND_MS = 1_000;

/**
 * Ends every session of a user: the API refuses the user's tokens at once, and Cognito refuses to refresh them. Idempotent.
 *
 * A token names the second of its sign-in. The sessions of the current second also end. This function therefore returns when this second is
 * over, so that a later sign-in is valid.
 * @throws if a session may still be valid. The API is told first, because its tokens can spend credits.
 */
async function endSessions(owner: AccountOwner, userPoolId: string): Promise<void> {
  const { userId } = owner;
  const now = Date.now();
  const validFrom = (Math.floor(now / SECOND_MS) + 1) * SECOND_MS;
  const time = new Date(validFrom).toISOString();
  if (!(await setTokensValidFrom(userId, time))) {
    // Without the account, an older token could open the account without this time.
    await welcomeUser(owner);
    await setTokensValidFrom(userId, time);
  }
  await Promise.all([signOutEverywhere(userPoolId, userId), delay(Math.max(0, validFrom - Date.now()))]);
}

/**
 * Cognito's post-confirmation trigger. After a sign-up, opens the account with its welcome credits. After a password reset, ends the user's
 * sessions, because Cognito does not end them. Idempotent. An error fails the user's action: a session or a password of another person must
 * not stay valid unnoticed.
 */
export async function handler(
  event: PostConfirmationTriggerEvent,
  context: Context,
): Promise<PostConfirmationTriggerEvent> {
  logger.addContext(context);
  // Tokens contain the `sub`, which can differ from `userName`.
  const { sub, email, email_verified: verified } = event.request.userAttributes;
  if (sub === undefined) throw new Error('Cognito sent a user without a sub.');
  const owner = { userId: sub, email: verified === 'true' ? email : undefined };
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    // The confirmed user did not choose the password: another person signed up with this address.
    const { discardPassword: discards } = event.request.clientMetadata ?? {};
    if (discards === 'true') await discardPassword(event.userPoolId, sub);
    const { opened } = await welcomeUser(owner);
    logger.info('account', { opened });
  } else {
    await endSessions(owner, event.userPoolId);
    logger.info('sessions ended');
  }
  return event;
}
