import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { welcomeUser } from './accounts/welcome.ts';
import { logger } from './shared/logger.ts';

/**
 * Cognito's post-confirmation trigger: opens the account with its welcome credits. Cognito also invokes it after a
 * password reset, which is ignored. Idempotent.
 */
export async function handler(
  event: PostConfirmationTriggerEvent,
  context: Context,
): Promise<PostConfirmationTriggerEvent> {
  logger.addContext(context);
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    // Tokens contain the `sub`, which can differ from `userName`.
    const { sub, email, email_verified: verified } = event.request.userAttributes;
    if (sub === undefined) throw new Error('Cognito sent a user without a sub.');
    const owner = { userId: sub, email: verified === 'true' ? email : undefined };
    const { opened } = await welcomeUser(owner);
    logger.info('account', { opened });
  }
  return event;
}
