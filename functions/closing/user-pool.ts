import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { REQUEST_LIMITS } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';

const USER_POOL_ID = environment('USER_POOL_ID');

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3, requestHandler: REQUEST_LIMITS });

/** Removes a user's sign-in, with their address and password. Done twice, it changes nothing. */
export async function deleteUser(userId: string): Promise<void> {
  try {
    // Where people sign in with their e-mail address, the `sub` is the user's name.
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: USER_POOL_ID, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
