import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { REQUEST_TIMEOUTS } from '../shared/aws-clients.ts';
import { requireEnv } from '../shared/environment.ts';

const USER_POOL_ID = requireEnv('USER_POOL_ID');

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3, requestHandler: REQUEST_TIMEOUTS });

/** Deletes a user, with the address and password, from the user pool. Idempotent. */
export async function deleteUser(userId: string): Promise<void> {
  try {
    // In a pool with e-mail sign-in, the user name is the `sub`.
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: USER_POOL_ID, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
