import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  HOUR,
  PASSWORD,
  SECOND,
  someone,
  startWorld,
} from './cognito-world.ts';

const LEGACY = 'legacy-client';
const NEW = 'another horse 2';
let world: CognitoWorld;

beforeAll(async () => {
  world = await startWorld();
  world.cognito.createUserPoolClient(LEGACY, { ...CLIENT, PreventUserExistenceErrors: 'LEGACY' });
});
afterAll(() => world.close());

const forget = (Username: string, ClientId = CLIENT_ID) =>
  world.sdk.send(new ForgotPasswordCommand({ ClientId, Username }));
const reset = (Username: string, ConfirmationCode: string, Password = NEW, ClientId = CLIENT_ID) =>
  world.sdk.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
const change = (AccessToken: string, PreviousPassword: string, ProposedPassword = NEW) =>
  world.sdk.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));

describe('a forgotten password', () => {
  test('is replaced with a mailed code, which works once', async () => {
    const email = await world.confirmed();
    await expect(forget(email)).resolves.toMatchObject({
      CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    });
    const code = world.codeFor(email);
    await reset(email, code);
    await expect(world.tokensFor(email, NEW)).resolves.toBeDefined();
    await expect(world.tokensFor(email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(reset(email, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('keeps the code when the new password is too weak', async () => {
    const email = await world.confirmed();
    await forget(email);
    await expect(reset(email, world.codeFor(email), 'short')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await expect(reset(email, world.codeFor(email))).resolves.toBeDefined();
  });

  test('is not replaced an hour later', async () => {
    const email = await world.confirmed();
    await forget(email);
    world.pass(HOUR);
    await expect(reset(email, world.codeFor(email))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
  });

  test('ends a lockout', async () => {
    const email = await world.confirmed();
    for (let i = 0; i < 5; i += 1) await expect(world.tokensFor(email, 'wrong password 1')).rejects.toThrow();
    await forget(email);
    await reset(email, world.codeFor(email));
    await expect(world.tokensFor(email, NEW)).resolves.toBeDefined();
  });

  test.each([
    ['a user', () => world.confirmed()],
    ['an unconfirmed user', () => world.signUp()],
    ['a stranger', () => Promise.resolve(someone())],
  ])('looks the same for %s', async (_who, makeEmail) => {
    const email = await makeEmail();
    await expect(forget(email)).resolves.toMatchObject({ CodeDeliveryDetails: { Destination: 's***@e***' } });
    for (let i = 0; i < 5; i += 1) {
      await expect(reset(email, 'wrong')).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    }
    await expect(reset(email, 'wrong')).rejects.toMatchObject({ name: 'LimitExceededException' });
  });

  test('is refused in plain words by a legacy client', async () => {
    await expect(forget(someone(), LEGACY)).rejects.toMatchObject({ name: 'UserNotFoundException' });
    await expect(reset(someone(), '123456', NEW, LEGACY)).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
    await expect(forget(await world.signUp(), LEGACY)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Cannot reset password for the user as there is no registered/verified email or phone_number',
    });
  });
});

describe('ChangePassword', () => {
  test('needs the old password and a good new one', async () => {
    const email = await world.confirmed();
    const { access } = await world.tokensFor(email);
    await expect(change(access, 'wrong password 1')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await expect(change(access, PASSWORD, 'short')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await change(access, PASSWORD);
    await expect(world.tokensFor(email, NEW)).resolves.toBeDefined();
  });

  test('stops guesses', async () => {
    const { access } = await world.tokensFor(await world.confirmed());
    for (let i = 0; i < 5; i += 1)
      await expect(change(access, 'wrong password 1')).rejects.toThrow('Incorrect');
    await expect(change(access, PASSWORD)).rejects.toMatchObject({ name: 'LimitExceededException' });
    world.pass(SECOND);
    await expect(change(access, PASSWORD)).resolves.toBeDefined();
  });
});
