import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { welcomeUser } from './accounts/welcome.ts';
import { logger } from './shared/logger.ts';

/**
 * Cognito's post-confirmation trigger: opens the account with its welcome credits. It fires after a forgotten
 * password too, and may be repeated, so only a confirmed sign-up counts and a second one changes nothing.
 */
export async function handler(
  event: PostConfirmationTriggerEvent,
  context: Context,
): Promise<PostConfirmationTriggerEvent> {
  logger.addContext(context);
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    // `sub` is the id that tokens carry; `userName` may differ from it.
    const { sub, email, email_verified: verified } = event.request.userAttributes;
    if (sub === undefined) throw new Error('Cognito sent a user without a sub.');
    const owner = { userId: sub, email: verified === 'true' ? email : undefined };
    const { opened } = await welcomeUser(owner);
    logger.info('account', { opened });
  }
  return event;
}
