import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { SrpClient } from './srp-client.ts';

const parameters = z
  .object({ USER_ID_FOR_SRP: z.string(), SALT: z.string(), SRP_B: z.string(), SECRET_BLOCK: z.string() })
  .transform(({ USER_ID_FOR_SRP: userId, SALT: salt, SRP_B: B, SECRET_BLOCK: secretBlock }) => ({
    userId,
    salt,
    B,
    secretBlock,
  }));

interface SignIn {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  userPoolClientId: string;
  email: string;
  password: string;
}

/** Signs in with a password, over the wire. @throws Cognito's errors. */
export async function signIn({ cognito, userPoolId, userPoolClientId, email, password }: SignIn) {
  const srp = new SrpClient();
  const { ChallengeName, ChallengeParameters } = await cognito.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: email, SRP_A: srp.A },
    }),
  );
  const challenge = parameters.parse(ChallengeParameters);
  const [, poolName = ''] = userPoolId.split('_');
  const TIMESTAMP = cognitoTime(new Date());
  const { AuthenticationResult } = await cognito.send(
    new RespondToAuthChallengeCommand({
      ChallengeName,
      ClientId: userPoolClientId,
      ChallengeResponses: {
        USERNAME: challenge.userId,
        TIMESTAMP,
        PASSWORD_CLAIM_SECRET_BLOCK: challenge.secretBlock,
        PASSWORD_CLAIM_SIGNATURE: srp.claim(poolName, password, challenge, TIMESTAMP),
      },
    }),
  );
  const token = z.string().parse(AuthenticationResult?.IdToken);
  return { token, userId: z.string().parse(decodeJwt(token).sub) };
}

/** As Cognito's clients write the time: `Sat Nov 21 15:04:05 UTC 2026`. */
function cognitoTime(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${Number(day)} ${time} UTC ${year}`;
}
