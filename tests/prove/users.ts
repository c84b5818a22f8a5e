import { CognitoIdentityProviderClient, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { findStateViolations, readUserState } from '../support/invariants.ts';
import { invokeEndpoint, type Reply, type TestUser } from './api.ts';
import type { TestEnvironment } from '../support/cloud/environment.ts';
import { toCheckResult, type CheckResult } from './report.ts';

/** Credits of the welcome, and of a user from `createUser`. */
export const INITIAL_CREDITS = 3;

/** A user who has signed up and has no account yet. */
export function newUser(): TestUser {
  const userId = randomUUID();
  return { userId, email: `${userId}@example.com` };
}

/** Creates an account with credits, without the cost of a sign-up. */
export async function createUser(
  { inspector }: TestEnvironment,
  { credits = INITIAL_CREDITS, userId = randomUUID() }: { credits?: number; userId?: string } = {},
): Promise<TestUser> {
  await inspector.createAccount(userId, credits);
  return { userId, email: undefined };
}

/** Creates a user in the user pool, and an account with credits. */
export async function createUserWithSignIn(environment: TestEnvironment): Promise<TestUser> {
  const { cloud } = environment;
  const cognito = new CognitoIdentityProviderClient({
    region: cloud.region,
    endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
    credentials: LOCAL_CREDENTIALS,
  });
  const email = `${randomUUID()}@example.com`;
  const signUp = new SignUpCommand({
    ClientId: cloud.resource('IdentityPoolSite').ref,
    Username: email,
    Password: 'correct horse 7',
    UserAttributes: [{ Name: 'email', Value: email }],
  });
  const { UserSub } = await cognito.send(signUp);
  cognito.destroy();
  return createUser(environment, { userId: z.string().parse(UserSub) });
}

/** Invokes the user pool's trigger, as Cognito does after a confirmed sign-up. @returns whether it succeeded. */
export async function triggerWelcome(cloud: EmbeddedCloud, { userId, email }: TestUser): Promise<boolean> {
  const userAttributes = { sub: userId, ...(email !== undefined && { email, email_verified: 'true' }) };
  const event = {
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    request: { userAttributes },
    response: {},
  };
  return cloud.invoke('WelcomeUser', event).then(
    () => true,
    () => false,
  );
}

/** Grants credits as an operator does. @returns the function's response; undefined when it failed. */
export async function grantCredits(
  cloud: EmbeddedCloud,
  userId: string,
  credits: number,
  grantId: string = randomUUID(),
): Promise<unknown> {
  const request = { userId, grantId, credits, by: 'prove', why: 'a test', dryRun: false };
  return cloud.invoke('GrantCredits', request).catch(() => undefined);
}

interface ThumbnailOptions {
  generationId?: string;
  /** Rehearsal words that make the model misbehave. */
  words?: string;
  reference?: ReferenceRequest | undefined;
}

/** Requests one thumbnail. */
export function generateThumbnail(
  cloud: EmbeddedCloud,
  user: TestUser,
  { generationId = randomUUID(), words = '', reference }: ThumbnailOptions = {},
): Promise<Reply> {
  // The fault proxy recognizes the calls to the model by the user id in the prompt.
  const body = { prompt: `${words} a castle ${user.userId}`, userId: user.userId, generationId, reference };
  return invokeEndpoint(cloud, user, 'generateThumbnail', { body });
}

/** Reads what a user has. @returns a check that it is unchanged. */
export async function watchUserState(
  cloud: EmbeddedCloud,
  userId: string,
): Promise<() => Promise<CheckResult>> {
  const inspector = inspectCloud(cloud);
  const before = await readUserState(inspector, userId);
  return async () => {
    const after = await readUserState(inspector, userId);
    const change = `changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
    const violations = findStateViolations(after);
    return toCheckResult('balance, rows and images of the other user afterwards', [
      isDeepStrictEqual(before, after) ? undefined : change,
      violations.length === 0 ? undefined : violations.join('; '),
    ]);
  };
}
