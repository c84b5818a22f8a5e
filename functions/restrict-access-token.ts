import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/** Cognito requires it for the operations of a user, such as DeleteUser, ChangePassword and UpdateUserAttributes. */
const USER_SCOPE = 'aws.cognito.signin.user.admin';

/**
 * Cognito's pre token generation trigger, which runs at each sign-in and refresh. The product uses none of the operations
 * behind the scope, so without it a stolen access token can neither delete nor change its owner.
 *
 * It has no dependency, reads nothing and calls no service, because no one can sign in while it fails, and everyone waits
 * for its cold start.
 */
export function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [USER_SCOPE] };
  return Promise.resolve({
    ...event,
    response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } },
  });
}
