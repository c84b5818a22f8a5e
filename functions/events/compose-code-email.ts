import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { composeCodeEmail } from '../accounts/code-email.ts';
import { requireEnv } from '../platform/environment.ts';

const SITE_URL = requireEnv('SITE_URL');

/**
 * Cognito's custom message trigger, which runs before each e-mail with a code. While the trigger fails, no user can sign up or reset a
 * password. It therefore has no dependency and calls no service.
 */
export function handler(event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> {
  return Promise.resolve(composeCodeEmail(event, SITE_URL));
}
