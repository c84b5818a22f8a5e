import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AwsJsonError } from '../../aws-json.ts';
import { describeDelivery, sendSignInCode } from '../code-email.ts';
import { consumeCode, issueCode, passwordLockout } from '../codes.ts';
import {
  invalidParameter,
  invalidSession,
  notAuthorized,
  userNotConfirmed,
  wrongPassword,
} from '../errors.ts';
import type { Challenge, Client, User } from '../pool.ts';
import { createServerKeyPair, isValidPublicValue, type PasswordClaim, verifyClaim } from '../srp.ts';
import {
  type AuthenticationResult,
  authorize,
  issueTokens,
  refreshTokens,
  revokeRefreshToken,
} from '../token-families.ts';
import { findUser } from '../users.ts';
import { clientOperation, type Operation } from './operation.ts';

/** The values of AuthParameters and ChallengeResponses. The flow decides which names it needs. */
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
      // The flow is choice-based sign-in. EMAIL_OTP is the only choice that is emulated
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

/** The response to a sign-in call: tokens, or the next challenge. */
interface SignInAnswer {
  AuthenticationResult?: AuthenticationResult;
  ChallengeName?: string;
  ChallengeParameters: Record<string, string>;
  Session?: string;
}

const CHALLENGE_LIFETIME_MS = 3 * 60_000;
/** The most wrong codes that one EMAIL_OTP challenge accepts. */
const MAX_MISTAKES = 3;

/** Completes a sign-in. @throws AwsJsonError if the user must confirm the address first. */
async function completeSignIn(client: Client, user: User): Promise<SignInAnswer> {
  if (user.status === 'UNCONFIRMED') throw userNotConfirmed();
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw invalidParameter('The challenge NEW_PASSWORD_REQUIRED is not emulated.');
  }
  return { ChallengeParameters: {}, AuthenticationResult: await issueTokens(client, user) };
}

/**
 * Starts a sign-in with a password. Cognito also answers with a challenge for an unknown user, and then with the same error as for a wrong
 * password.
 */
function startSrp(client: Client, name: string, A: string): SignInAnswer {
  if (!isValidPublicValue(A)) throw invalidParameter('SRP_A is not a usable public value.');
  const user = findUser(client.pool, name);
  if (user === undefined) throw wrongPassword();
  const { username, password: verifier } = user;
  const { b, B } = createServerKeyPair(verifier);
  const secretBlock = openChallenge(client, 'srp', username, { A, b, B });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: verifier.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: B,
      USERNAME: username,
      USER_ID_FOR_SRP: username,
    },
    Session: secretBlock,
  };
}

async function finishSrp(
  client: Client,
  claim: Omit<PasswordClaim, 'poolName' | 'userId'>,
): Promise<SignInAnswer> {
  const { pool } = client;
  const { username, srp } = findChallenge(client, claim.secretBlock, 'srp');
  // A challenge accepts only one answer, right or wrong.
  pool.state.challenges.delete(claim.secretBlock);
  const user = pool.state.users.get(username);
  passwordLockout.check(pool, username);
  const isRight =
    srp !== undefined &&
    user !== undefined &&
    verifyClaim(srp.A, srp, user.password, { ...claim, poolName: pool.name, userId: username });
  if (!isRight) {
    passwordLockout.countFailure(pool, username);
    throw wrongPassword();
  }
  passwordLockout.reset(pool, username);
  return completeSignIn(client, user);
}

function startEmailOtp(client: Client, name: string): SignInAnswer {
  const { pool } = client;
  const user = findUser(pool, name);
  if (user?.status === 'UNCONFIRMED') throw userNotConfirmed();
  // The code of an unknown user is issued, counted and limited like any other code, but not sent.
  if (user === undefined) issueCode(pool, name, 'signIn');
  const delivery = user === undefined ? describeDelivery(name) : sendSignInCode(pool, user);
  return {
    ChallengeName: 'EMAIL_OTP',
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: delivery.Destination,
    },
    Session: openChallenge(client, 'emailOtp', user?.username ?? name),
  };
}

function finishEmailOtp(client: Client, session: string, code: string): Promise<SignInAnswer> {
  const { challenges, users } = client.pool.state;
  const challenge = findChallenge(client, session, 'emailOtp');
  try {
    consumeCode(client.pool, challenge.username, 'signIn', code);
  } catch (error) {
    challenge.mistakes += 1;
    if (challenge.mistakes >= MAX_MISTAKES) challenges.delete(session);
    if (!(error instanceof AwsJsonError) || error.type !== 'CodeMismatchException') throw error;
    throw new AwsJsonError(error.type, 'Invalid code or auth state for the user.');
  }
  challenges.delete(session);
  const user = users.get(challenge.username);
  if (user === undefined) throw invalidSession();
  return completeSignIn(client, user);
}

/** Opens a challenge. @returns the `Session` with which the client continues. For SRP, the `Session` is the secret block. */
function openChallenge(
  { id: clientId, pool }: Client,
  kind: Challenge['kind'],
  username: string,
  srp?: Challenge['srp'],
): string {
  const { challenges } = pool.state;
  const now = pool.options.now();
  for (const [id, { expiresAt }] of challenges) if (expiresAt <= now) challenges.delete(id);
  const id = randomBytes(64).toString('base64');
  const expiresAt = now + CHALLENGE_LIFETIME_MS;
  challenges.set(id, { kind, username, clientId, expiresAt, mistakes: 0, ...(srp && { srp }) });
  return id;
}

/** Finds a challenge. @throws AwsJsonError if this client has not opened a challenge of this kind, or if the challenge has expired. */
function findChallenge(client: Client, id: string, kind: Challenge['kind']): Challenge {
  const challenge = client.pool.state.challenges.get(id);
  if (challenge?.clientId !== client.id || challenge.kind !== kind) throw invalidSession();
  if (challenge.expiresAt <= client.pool.options.now()) {
    throw notAuthorized('Invalid session for the user, session is expired.');
  }
  return challenge;
}
