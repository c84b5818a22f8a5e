import * as z from 'zod/mini';
import type { AccountOwner } from '../welcome.ts';
import { findVerifiedAddress } from '../user-pool.ts';
import { requireEnv } from '../../platform/environment.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { createMailer } from '../../platform/send-email.ts';

const keyEmails = z.object({ from: z.string(), region: z.string() });

/** The settings of these e-mails. Undefined in a stage without SES. */
const { KEY_EMAILS } = process.env;
const sendEmail =
  KEY_EMAILS === undefined ? undefined : createMailer(keyEmails.parse(JSON.parse(KEY_EMAILS)));

/**
 * Tells the owner of an account by e-mail that a key was created, because another person with a stolen token could have created the key. A
 * failure is only logged, because the key already exists. A stage without SES sends no e-mail.
 * @param createdAt the time of creation (ISO 8601, UTC).
 */
export async function notifyOwner({ userId, email }: AccountOwner, createdAt: string): Promise<void> {
  if (sendEmail === undefined) return;
  try {
    // An access token has no address.
    const to = email ?? (await findVerifiedAddress(requireEnv('USER_POOL_ID'), userId));
    if (to === undefined) throw new Error('The owner of the key has no verified address.');
    await sendEmail({
      to,
      subject: 'A new API key for your Thumbforge account',
      text: composeText(createdAt),
    });
  } catch (error) {
    logger.error('owner of a new key not notified', errorTrace(error));
  }
}

/** Composes the text of the e-mail. The text contains no text of the request, because another person may have sent the request. */
function composeText(createdAt: string): string {
  const [day = '', time = ''] = createdAt.split('T');
  return [
    `An API key was created for your Thumbforge account on ${day} at ${time.slice(0, 5)} UTC.`,
    'It can spend your credits and see your thumbnails.',
    '',
    'If you did not create it, reset your password, which revokes all keys:',
    `${requireEnv('SITE_URL')}/auth?view=forgotten_password`,
  ].join('\n');
}
