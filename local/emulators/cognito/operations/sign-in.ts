import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
import { finishEmailOtp, finishSrp, startEmailOtp, startSrp } from '../sign-in.ts';
import { authorize, refreshTokens, revokeRefreshToken } from '../token-families.ts';
import { clientOperation, type Operation } from './operation.ts';

/** AuthParameters and ChallengeResponses: the flow decides which names they need. */
const parameters = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {});

const accessToken = z.object({ AccessToken: z.string() });

const getUser: Operation = async (directory, input) => {
  const { username, attributes } = await authorize(directory, accessToken.parse(input).AccessToken);
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  return { Username: username, UserAttributes };
};

/** The operations that start, renew, use and end a sign-in. */
export const signInOperations = {
  InitiateAuth: clientOperation(
    { AuthFlow: z.enum(['USER_SRP_AUTH', 'USER_AUTH']), AuthParameters: parameters },
    (client, { AuthFlow, AuthParameters: given }) => {
      if (!client.settings.ExplicitAuthFlows.includes(`ALLOW_${AuthFlow}`)) {
        throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
      }
      const name = required(given, 'USERNAME');
      if (AuthFlow === 'USER_SRP_AUTH') return startSrp(client, name, required(given, 'SRP_A'));
      // Choice-based sign-in, with EMAIL_OTP as the only choice that is emulated
      // (https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-selection-sdk.html).
      const { AllowedFirstAuthFactors } = client.pool.settings.Policies.SignInPolicy;
      if (given['PREFERRED_CHALLENGE'] !== 'EMAIL_OTP' || !AllowedFirstAuthFactors.includes('EMAIL_OTP')) {
        throw invalidParameter('The only challenge that is emulated is EMAIL_OTP, if the pool allows it.');
      }
      return startEmailOtp(client, name);
    },
  ),

  RespondToAuthChallenge: clientOperation(
    {
      ChallengeName: z.enum(['PASSWORD_VERIFIER', 'EMAIL_OTP']),
      ChallengeResponses: parameters,
      Session: z.string().default(''),
    },
    (client, { ChallengeName, ChallengeResponses: given, Session }) =>
      ChallengeName === 'EMAIL_OTP'
        ? finishEmailOtp(client, Session, required(given, 'EMAIL_OTP_CODE'))
        : finishSrp(client, {
            secretBlock: required(given, 'PASSWORD_CLAIM_SECRET_BLOCK'),
            signature: required(given, 'PASSWORD_CLAIM_SIGNATURE'),
            timestamp: required(given, 'TIMESTAMP'),
          }),
  ),

  GetTokensFromRefreshToken: clientOperation(
    { RefreshToken: z.string() },
    async (client, { RefreshToken }) => ({ AuthenticationResult: await refreshTokens(client, RefreshToken) }),
  ),

  RevokeToken: clientOperation({ Token: z.string() }, (client, { Token }) => {
    revokeRefreshToken(client, Token);
    return {};
  }),

  GetUser: getUser,
};

function required(given: Record<string, string>, name: string): string {
  const value = given[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
