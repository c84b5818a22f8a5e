import {
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  DAY,
  HOUR,
  POOL_ID,
  someone,
  startWorld,
} from './cognito-world.ts';

const LEGACY = 'legacy-client';
let world: CognitoWorld;

beforeAll(async () => {
  world = await startWorld();
  world.cognito.createUserPoolClient(LEGACY, { ...CLIENT, PreventUserExistenceErrors: 'LEGACY' });
});
afterAll(() => world.close());

const confirm = (email: string, code: string, clientId = CLIENT_ID) =>
  world.sdk.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: code }));
const resend = (email: string, clientId = CLIENT_ID) =>
  world.sdk.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: email }));
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('ConfirmSignUp', () => {
  test('confirms the user and the e-mail, once', async () => {
    const email = await world.signUp();
    await confirm(email, world.codeFor(email));
    const user = await world.adminGet(email);
    expect(user.UserStatus).toBe('CONFIRMED');
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    await expect(confirm(email, world.codeFor(email))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
  });

  test('lets one of two confirmations at once through', async () => {
    const email = await world.signUp();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => confirm(email, world.codeFor(email))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('gives a Session that signs in without a password, once and to that user only', async () => {
    const email = await world.signUp();
    const other = await world.confirmed();
    const { Session } = await confirm(email, world.codeFor(email));
    const go = (username: string, session = Session) =>
      world.sdk.send(
        new InitiateAuthCommand({
          ClientId: CLIENT_ID,
          AuthFlow: 'USER_AUTH',
          AuthParameters: { USERNAME: username },
          Session: session,
        }),
      );
    await expect(go(email)).resolves.toHaveProperty('AuthenticationResult.AccessToken');
    await expect(go(email)).rejects.toMatchObject({ message: 'Invalid session for the user.' });

    const third = await world.signUp();
    const { Session: theirs } = await confirm(third, world.codeFor(third));
    await expect(go(other, theirs)).rejects.toMatchObject({ message: 'Invalid session for the user.' });
  });

  test('refuses a wrong code, and after five even the right one for an hour', async () => {
    const email = await world.signUp();
    const code = world.codeFor(email);
    for (let i = 0; i < 5; i += 1) {
      await expect(confirm(email, wrong(code))).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    }
    await expect(confirm(email, code)).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
    world.pass(HOUR);
    await expect(confirm(email, code)).resolves.toBeDefined();
  });

  test('refuses a code after 24 hours', async () => {
    const email = await world.signUp();
    world.pass(DAY);
    await expect(confirm(email, world.codeFor(email))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
  });

  test.each([
    [CLIENT_ID, 'ExpiredCodeException'],
    [LEGACY, 'UserNotFoundException'],
  ])('answers %s about an unknown user with %s', async (clientId, name) => {
    await expect(confirm(someone(), '123456', clientId)).rejects.toMatchObject({ name });
  });
});

describe('ResendConfirmationCode', () => {
  test('mails another code, which voids the first', async () => {
    const email = await world.signUp();
    const first = world.codeFor(email);
    // One time in a million the codes are the same.
    do await resend(email);
    while (world.codeFor(email) === first);
    await expect(confirm(email, first)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(confirm(email, world.codeFor(email))).resolves.toBeDefined();
  });

  test('has nothing to send to a confirmed user', async () => {
    const email = await world.confirmed();
    await expect(resend(email)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User is already confirmed.',
    });
  });

  test('pretends to have mailed an unknown user, or says so to a legacy client', async () => {
    const before = world.mails.length;
    await expect(resend('nobody@example.com')).resolves.toMatchObject({
      CodeDeliveryDetails: { Destination: 'n***@e***' },
    });
    expect(world.mails).toHaveLength(before);
    await expect(resend('nobody@example.com', LEGACY)).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
  });

  test('stops after twenty mails in an hour', async () => {
    const email = await world.signUp();
    for (let i = 1; i < 20; i += 1) await resend(email);
    await expect(resend(email)).rejects.toMatchObject({ name: 'LimitExceededException' });
    world.pass(HOUR);
    await expect(resend(email)).resolves.toBeDefined();
  });
});

test('AdminGetUser needs a signature and an existing user', async () => {
  await expect(world.adminGet(someone())).rejects.toMatchObject({ name: 'UserNotFoundException' });
  const unsigned = await fetch(world.cognito.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' },
    body: JSON.stringify({ UserPoolId: POOL_ID, Username: someone() }),
  });
  expect(unsigned.status).toBe(400);
  await expect(unsigned.json()).resolves.toMatchObject({ __type: 'MissingAuthenticationTokenException' });
});
