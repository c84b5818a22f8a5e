import { passwordLockout } from './attempts.ts';
import { closeChallenge, findChallenge, openChallenge, takeChallenge } from './challenges.ts';
import { issueCode, useCode } from './codes.ts';
import {
  CognitoError,
  invalidParameter,
  invalidSession,
  userNotConfirmed,
  userNotFound,
  wrongPassword,
} from './errors.ts';
import { type AuthenticationResult, signIn } from './grants.ts';
import { type CodeDelivery, deliveryTo, mailCode } from './mail.ts';
import type { Client } from './pool.ts';
import { isProven, isUsableA, matches, type PasswordVerifier, startExchange } from './srp.ts';
import type { Challenge, User } from './store.ts';
import { decoyName, decoyPassword, findUser } from './users.ts';

/** What a sign-in call answers: tokens, or what to do next. */
export interface SignInAnswer {
  AuthenticationResult?: AuthenticationResult;
  ChallengeName?: string;
  ChallengeParameters: Record<string, string>;
  AvailableChallenges?: string[];
  Session?: string;
}

/** Who is signing in. Without `user` it is a stand-in: it gets the same questions, and no answer is right. */
export interface Person {
  name: string;
  username: string;
  user: User | undefined;
}

/** Wrong codes one EMAIL_OTP challenge bears. */
const MISTAKES = 3;

/** @throws CognitoError for a user who does not exist, if the client may say so. */
export function identify(client: Client, name: string): Person {
  const user = findUser(client.pool, name);
  if (user === undefined && client.properties.PreventUserExistenceErrors === 'LEGACY') throw userNotFound();
  return { name, username: user?.username ?? decoyName(client.pool, name), user };
}

/** The person a challenge was opened for, whatever name comes with the answer. */
export function personOf(client: Client, challenge: Challenge, name: string): Person {
  return { name, username: challenge.username, user: client.pool.state.users.get(challenge.username) };
}

/** Gives tokens to someone who has shown who they are, or tells them that they still have to confirm. */
export async function welcome(client: Client, user: User): Promise<SignInAnswer> {
  if (user.status === 'UNCONFIRMED') throw userNotConfirmed();
  return { ChallengeParameters: {}, AuthenticationResult: await signIn(client, user) };
}

export function answerPassword(client: Client, person: Person, password: string): Promise<SignInAnswer> {
  const { pool } = client;
  const { username, user } = person;
  passwordLockout.check(pool, username);
  const isRight = matches(verifierOf(client, person), pool.name, username, password);
  return judge(client, person, isRight && user?.password !== undefined);
}

export function askSrp(client: Client, person: Person, A: string): SignInAnswer {
  if (!isUsableA(A)) throw invalidParameter('SRP_A is not a usable public value.');
  const { salt, verifier } = verifierOf(client, person);
  const { b, B } = startExchange({ salt, verifier });
  const secretBlock = openChallenge(client, 'srp', person.username, { A, b, B });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: B,
      USERNAME: person.username,
      USER_ID_FOR_SRP: person.username,
    },
    Session: secretBlock,
  };
}

export function answerSrp(
  client: Client,
  claim: { secretBlock: string; timestamp: string; signature: string },
): Promise<SignInAnswer> {
  const { pool } = client;
  const challenge = takeChallenge(client, claim.secretBlock, ['srp']);
  const person = personOf(client, challenge, challenge.username);
  passwordLockout.check(pool, person.username);
  const known = person.user?.password;
  const isRight =
    known !== undefined &&
    challenge.srp !== undefined &&
    isProven(challenge.srp.A, challenge.srp, known, {
      ...claim,
      poolName: pool.name,
      userId: person.username,
    });
  return judge(client, person, isRight);
}

export async function askEmailCode(client: Client, person: Person): Promise<SignInAnswer> {
  const delivery = await sendEmailCode(client, person);
  return {
    ChallengeName: 'EMAIL_OTP',
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: delivery.Destination,
    },
    Session: openChallenge(client, 'emailOtp', person.username),
  };
}

export function answerEmailCode(
  client: Client,
  session: string | undefined,
  code: string,
): Promise<SignInAnswer> {
  const challenge = findChallenge(client, session, ['emailOtp']);
  try {
    useCode(client.pool, challenge.username, 'signIn', code);
  } catch (error) {
    challenge.mistakes += 1;
    if (challenge.mistakes >= MISTAKES) closeChallenge(client, session);
    if (!(error instanceof CognitoError) || error.name !== 'CodeMismatchException') throw error;
    throw new CognitoError(error.name, 'Invalid code or auth state for the user.');
  }
  closeChallenge(client, session);
  const { user } = personOf(client, challenge, challenge.username);
  if (user === undefined) throw invalidSession();
  return welcome(client, user);
}

/** For a stand-in the code is made, counted and limited all the same; it just goes nowhere. */
async function sendEmailCode(client: Client, { user, username, name }: Person): Promise<CodeDelivery> {
  if (user !== undefined) return mailCode(client, user, { purpose: 'signIn', reason: 'Authentication' });
  issueCode(client.pool, username, 'signIn');
  return deliveryTo(name);
}

async function judge(client: Client, { username, user }: Person, isRight: boolean): Promise<SignInAnswer> {
  if (user === undefined || !isRight) {
    passwordLockout.failed(client.pool, username);
    throw wrongPassword();
  }
  passwordLockout.passed(client.pool, username);
  return welcome(client, user);
}

function verifierOf({ pool }: Client, { user, name }: Person): PasswordVerifier {
  return user?.password ?? decoyPassword(pool, name);
}
