import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/** The scope that Cognito requires for the operations of a user, such as DeleteUser, ChangePassword and UpdateUserAttributes. */
const USER_SCOPE = 'aws.cognito.signin.user.admin';

/**
 * Cognito's pre token generation trigger, which runs at each sign-in and refresh. It removes the scope from access tokens. The product uses
 * none of the operations that need the scope, and without the scope a stolen access token can neither delete nor change its owner.
 *
 * The trigger has no dependency, reads no data and calls no service: while it fails, no user can sign in, and every user waits for its cold
 * start.
 */
export function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [USER_SCOPE] };
  return Promise.resolve({
    ...event,
    response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } },
  });
}
