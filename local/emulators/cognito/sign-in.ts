import { randomBytes } from 'node:crypto';
import { AwsJsonError } from '../aws-json.ts';
import { describeDelivery, sendSignInCode } from './code-email.ts';
import { consumeCode, issueCode, passwordLockout } from './codes.ts';
import {
  invalidParameter,
  invalidSession,
  notAuthorized,
  userNotConfirmed,
  wrongPassword,
} from './errors.ts';
import type { Client } from './pool.ts';
import type { Challenge, User } from './pool-state.ts';
import { createServerKeyPair, isValidPublicValue, type PasswordClaim, verifyClaim } from './srp.ts';
import { type AuthenticationResult, issueTokens } from './token-families.ts';
import { findUser } from './users.ts';

/** The answer to a sign-in call: tokens, or the next challenge. */
export interface SignInAnswer {
  AuthenticationResult?: AuthenticationResult;
  ChallengeName?: string;
  ChallengeParameters: Record<string, string>;
  Session?: string;
}

/** Wrong codes that one EMAIL_OTP challenge accepts. */
const MAX_MISTAKES = 3;

/** @throws AwsJsonError when the user still has to confirm the address. */
async function completeSignIn(client: Client, user: User): Promise<SignInAnswer> {
  if (user.status === 'UNCONFIRMED') throw userNotConfirmed();
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw invalidParameter('The challenge NEW_PASSWORD_REQUIRED is not emulated.');
  }
  return { ChallengeParameters: {}, AuthenticationResult: await issueTokens(client, user) };
}

/** Cognito answers with a challenge for an unknown user, too, and with the same error afterwards. */
export function startSrp(client: Client, name: string, A: string): SignInAnswer {
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

export async function finishSrp(
  client: Client,
  claim: Omit<PasswordClaim, 'poolName' | 'userId'>,
): Promise<SignInAnswer> {
  const { pool } = client;
  const { username, srp } = findChallenge(client, claim.secretBlock, 'srp');
  // A challenge accepts one answer, right or wrong.
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

export function startEmailOtp(client: Client, name: string): SignInAnswer {
  const { pool } = client;
  const user = findUser(pool, name);
  if (user?.status === 'UNCONFIRMED') throw userNotConfirmed();
  // The code of an unknown user is issued, counted and limited like any other, but not sent.
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

export function finishEmailOtp(client: Client, session: string, code: string): Promise<SignInAnswer> {
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

/** @returns the `Session` (for SRP, the secret block) with which the client continues. */
function openChallenge(
  { id: clientId, pool, settings }: Client,
  kind: Challenge['kind'],
  username: string,
  srp?: Challenge['srp'],
): string {
  const { challenges } = pool.state;
  const now = pool.options.now();
  for (const [id, { expiresAt }] of challenges) if (expiresAt <= now) challenges.delete(id);
  const id = randomBytes(64).toString('base64');
  const expiresAt = now + settings.lifetime.challenge;
  challenges.set(id, { kind, username, clientId, expiresAt, mistakes: 0, ...(srp && { srp }) });
  return id;
}

/** @throws AwsJsonError unless this client opened a challenge of this kind that has not expired. */
function findChallenge(client: Client, id: string, kind: Challenge['kind']): Challenge {
  const challenge = client.pool.state.challenges.get(id);
  if (challenge?.clientId !== client.id || challenge.kind !== kind) throw invalidSession();
  if (challenge.expiresAt <= client.pool.options.now()) {
    throw notAuthorized('Invalid session for the user, session is expired.');
  }
  return challenge;
}
