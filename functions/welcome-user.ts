import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { endSessions } from './accounts/end-sessions.ts';
import { discardPassword } from './accounts/user-pool.ts';
import { welcomeUser } from './accounts/welcome.ts';
import { logger } from './shared/logger.ts';

/**
 * Cognito's post-confirmation trigger. After a sign-up it opens the account with its welcome credits. After a password
 * reset it ends the user's sessions, because Cognito does not. Idempotent. An error fails the user's action: a session
 * or a password of another person must not stay valid unnoticed.
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
