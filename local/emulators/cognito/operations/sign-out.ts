import { z } from 'zod';
import { CognitoError } from '../errors.ts';
import { authorize, revokeAll, revokeRefreshToken } from '../grants.ts';
import { findClient } from '../pool.ts';
import { operation } from './operation.ts';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GlobalSignOut.html */
export const GlobalSignOut = operation(z.object({ AccessToken: z.string() }), async (input, directory) => {
  const { client, user } = await authorize(directory, input.AccessToken);
  revokeAll(client.pool, user.username);
  return {};
});

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RevokeToken.html */
export const RevokeToken = operation(
  z.object({ ClientId: z.string(), Token: z.string() }),
  (input, directory) => {
    const client = findClient(directory, input.ClientId);
    if (!client.properties.EnableTokenRevocation) {
      throw new CognitoError(
        'UnsupportedOperationException',
        'Token revocation is not enabled for this client.',
      );
    }
    if (/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(input.Token)) {
      throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
    }
    revokeRefreshToken(client, input.Token);
    return {};
  },
);
