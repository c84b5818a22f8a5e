import { SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  HOUR,
  PASSWORD,
  POOL,
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

describe('SignUp', () => {
  test('makes an unconfirmed user with a UUID for a name, and mails a code', async () => {
    const email = someone();
    const answer = await world.sdk.send(
      new SignUpCommand({
        ClientId: CLIENT_ID,
        Username: email,
        Password: PASSWORD,
        UserAttributes: [{ Name: 'name', Value: 'Ann' }],
      }),
    );
    expect(answer).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    });
    expect(world.mails[0]).toEqual({
      to: email,
      subject: 'Your verification code',
      text: `Your confirmation code is ${world.codeFor(email)}`,
      code: expect.stringMatching(/^\d{6}$/) as string,
    });
    const user = await world.adminGet(email);
    expect(user).toMatchObject({ Username: answer.UserSub, UserStatus: 'UNCONFIRMED', Enabled: true });
    expect(user.UserAttributes).toEqual(
      expect.arrayContaining([
        { Name: 'sub', Value: answer.UserSub },
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'false' },
        { Name: 'name', Value: 'Ann' },
      ]),
    );
    expect(Math.abs((user.UserCreateDate?.getTime() ?? 0) - Date.now())).toBeLessThan(HOUR);
  });

  test('refuses an address that has an account, in any spelling', async () => {
    const email = await world.signUp();
    await expect(world.signUp(email.toUpperCase())).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  test('makes one user when the same address signs up twice at once', async () => {
    const email = someone();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => world.signUp(email)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['short 1', 'Password not long enough'],
    ['no number at all', 'Password must have numeric characters'],
  ])('refuses the password %j', async (password, complaint) => {
    await expect(world.signUp(someone(), password)).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${complaint}`,
    });
  });

  test.each([
    ['short1!', 'Password not long enough'],
    ['lowercase1!', 'Password must have uppercase characters'],
    ['UPPERCASE1!', 'Password must have lowercase characters'],
    ['Numberless!', 'Password must have numeric characters'],
    ['Symbolless1', 'Password must have symbol characters'],
  ])('holds a pool without a policy to the default one: %s', async (password, complaint) => {
    world.cognito.createUserPool('eu-west-2_Strict', { ...POOL, Policies: undefined });
    world.cognito.createUserPoolClient('strict', { ...CLIENT, UserPoolId: 'eu-west-2_Strict' });
    const command = new SignUpCommand({ ClientId: 'strict', Username: someone(), Password: password });
    await expect(world.sdk.send(command)).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${complaint}`,
    });
  });

  test.each([
    ['a name that is no e-mail', { Username: 'ann' }, 'Username should be an email.'],
    ['another e-mail', { UserAttributes: [{ Name: 'email', Value: 'other@example.com' }] }, 'do not match'],
    [
      'an attribute the pool lacks',
      { UserAttributes: [{ Name: 'custom:x', Value: '1' }] },
      'does not exist in',
    ],
    ['a password with a space before it', { Password: ` ${PASSWORD}` }, 'regular expression'],
  ])('refuses %s', async (_what, change, message) => {
    const command = new SignUpCommand({
      ClientId: CLIENT_ID,
      Username: someone(),
      Password: PASSWORD,
      ...change,
    });
    await expect(world.sdk.send(command)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining(message) as string,
    });
  });

  test('refuses an attribute that only the pool writes', async () => {
    const command = new SignUpCommand({
      ClientId: CLIENT_ID,
      Username: someone(),
      Password: PASSWORD,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    });
    await expect(world.sdk.send(command)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('is closed where only administrators make users', async () => {
    const id = 'eu-west-2_Closed';
    world.cognito.createUserPool(id, { ...POOL, AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } });
    world.cognito.createUserPoolClient('closed', { ...CLIENT, UserPoolId: id });
    const command = new SignUpCommand({ ClientId: 'closed', Username: someone(), Password: PASSWORD });
    await expect(world.sdk.send(command)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'SignUp is not permitted for this user pool',
    });
  });

  test('names a client that does not exist', async () => {
    const command = new SignUpCommand({ ClientId: 'nobody', Username: someone(), Password: PASSWORD });
    await expect(world.sdk.send(command)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'User pool client nobody does not exist.',
    });
  });

  test('needs a password unless a code by e-mail can replace it', async () => {
    const command = (ClientId: string) => new SignUpCommand({ ClientId, Username: someone() });
    await expect(world.sdk.send(command(CLIENT_ID))).resolves.toMatchObject({ UserConfirmed: false });

    world.cognito.createUserPoolClient('passwords', {
      ...CLIENT,
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
    });
    await expect(world.sdk.send(command('passwords'))).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
  });
});
