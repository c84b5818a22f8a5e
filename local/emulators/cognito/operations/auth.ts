import { z } from 'zod';
import { CognitoError, invalidParameter, userNotConfirmed } from '../errors.ts';
import type { Client } from '../pool.ts';
import {
  type Claimant,
  finishEmailOtp,
  finishSrp,
  identifyUser,
  type SignInAnswer,
  startEmailOtp,
  startSrp,
} from '../sign-in.ts';
import { refreshTokens, revokeAllTokens, revokeRefreshToken } from '../token-families.ts';
import { adminOperation, clientOperation } from './operation.ts';

/** AuthParameters and ChallengeResponses: the flow decides which names they need. */
const parameters = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {});
type Parameters = z.infer<typeof parameters>;

type StartFlow = (client: Client, claimant: Claimant, given: Parameters) => SignInAnswer;

const FLOWS: Record<string, StartFlow> = {
  USER_SRP_AUTH: (client, claimant, given) => startSrp(client, claimant, required(given, 'SRP_A')),
  USER_AUTH: startUserAuth,
};

export const authOperations = {
  InitiateAuth: clientOperation(
    { AuthFlow: z.string(), AuthParameters: parameters },
    (client, { AuthFlow, AuthParameters: given }) => {
      const start = Object.hasOwn(FLOWS, AuthFlow) ? FLOWS[AuthFlow] : undefined;
      if (start === undefined) throw invalidParameter(`The AuthFlow ${AuthFlow} is not emulated.`);
      if (!client.settings.ExplicitAuthFlows.includes(`ALLOW_${AuthFlow}`)) {
        throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
      }
      return start(client, identifyUser(client.pool, required(given, 'USERNAME')), given);
    },
  ),

  RespondToAuthChallenge: clientOperation(
    { ChallengeName: z.string(), ChallengeResponses: parameters, Session: z.string().default('') },
    (client, { ChallengeName, ChallengeResponses: given, Session }) => {
      switch (ChallengeName) {
        case 'PASSWORD_VERIFIER':
          return finishSrp(client, {
            secretBlock: required(given, 'PASSWORD_CLAIM_SECRET_BLOCK'),
            signature: required(given, 'PASSWORD_CLAIM_SIGNATURE'),
            timestamp: parseTimestamp(required(given, 'TIMESTAMP')),
          });
        case 'EMAIL_OTP':
          return finishEmailOtp(client, Session, required(given, 'EMAIL_OTP_CODE'));
        default:
          throw invalidParameter(`The challenge ${ChallengeName} is not emulated.`);
      }
    },
  ),

  GetTokensFromRefreshToken: clientOperation(
    { RefreshToken: z.string() },
    async (client, { RefreshToken }) => ({ AuthenticationResult: await refreshTokens(client, RefreshToken) }),
  ),

  RevokeToken: clientOperation({ Token: z.string() }, (client, { Token }) => {
    if (/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(Token)) {
      throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
    }
    revokeRefreshToken(client, Token);
    return {};
  }),

  AdminUserGlobalSignOut: adminOperation({}, (pool, { username }) => {
    revokeAllTokens(pool, username);
    return {};
  }),
};

/**
 * Choice-based sign-in, with EMAIL_OTP as the only choice that is emulated.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-selection-sdk.html
 */
function startUserAuth(client: Client, claimant: Claimant, given: Parameters): SignInAnswer {
  const preferred = given['PREFERRED_CHALLENGE'] ?? 'SELECT_CHALLENGE';
  const { AllowedFirstAuthFactors } = client.pool.settings.Policies.SignInPolicy;
  if (preferred !== 'EMAIL_OTP' || !AllowedFirstAuthFactors.includes(preferred)) {
    throw invalidParameter(`The challenge ${preferred} is not emulated for this pool.`);
  }
  if (claimant.user?.status === 'UNCONFIRMED') throw userNotConfirmed();
  return startEmailOtp(client, claimant);
}

function required(given: Parameters, name: string): string {
  const value = given[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

function parseTimestamp(given: string): string {
  if (TIMESTAMP.test(given)) return given;
  throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
}
