import { ResendConfirmationCodeCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  DAY,
  HOUR,
  newEmail,
  PASSWORD,
  POOL,
  startTestPool,
  type TestPool,
} from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

const resend = (Username: string) =>
  pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId: CLIENT_ID, Username }));
const signUpWith = (changes: object) =>
  pool.sdk.send(
    new SignUpCommand({ ClientId: CLIENT_ID, Username: newEmail(), Password: PASSWORD, ...changes }),
  );
const EXPIRED = {
  name: 'ExpiredCodeException',
  message: 'Invalid code provided, please request a code again.',
};
const ALREADY_CONFIRMED = { name: 'InvalidParameterException', message: 'User is already confirmed.' };
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

describe('SignUp', () => {
  test('creates an unconfirmed user with a UUID as the username, and sends a code', async () => {
    const email = newEmail();
    const answer = await signUpWith({ Username: email, UserAttributes: [{ Name: 'name', Value: 'Ann' }] });
    expect(answer).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    });
    expect(pool.mails[0]).toEqual({
      to: email,
      subject: 'Your verification code',
      text: `Your confirmation code is ${pool.findCode(email)}`,
      code: expect.stringMatching(/^\d{6}$/) as string,
    });
    const user = await pool.adminGet(email);
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

  test('sends the e-mail of the pool as text, with its first link', async () => {
    pool.cognito.createUserPool('eu-west-2_Mail', {
      ...POOL,
      VerificationMessageTemplate: {
        EmailSubject: 'Code {####}',
        EmailMessage: '<p>It is {####}.</p><p><a href="https://a.example/?x=1&amp;code={####}">Open</a></p>',
      },
    });
    pool.cognito.createUserPoolClient('mail-client', { ...CLIENT, UserPoolId: 'eu-west-2_Mail' });
    const email = newEmail();
    await signUpWith({ ClientId: 'mail-client', Username: email });
    const code = pool.findCode(email);
    expect(pool.mails[0]).toMatchObject({
      subject: `Code ${code}`,
      text: `It is ${code}.\n\nOpen (https://a.example/?x=1&code=${code})`,
      link: `https://a.example/?x=1&code=${code}`,
    });
  });

  test('creates one user when the same address, in any case, signs up several times at once', async () => {
    const email = newEmail();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pool.signUp(email)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(pool.signUp(email.toUpperCase())).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  test.each([
    [{ Username: 'ann' }, 'InvalidParameterException', 'Username should be an email.'],
    [{ Password: 'numberless' }, 'InvalidPasswordException', 'Password must have numeric characters'],
  ])('refuses %j', async (changes, name, message) => {
    await expect(signUpWith(changes)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('ConfirmSignUp', () => {
  test('confirms the user and the e-mail address once, even if it is called three times at once', async () => {
    const email = await pool.signUp();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => pool.confirm(email, pool.findCode(email))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const user = await pool.adminGet(email);
    expect(user.UserStatus).toBe('CONFIRMED');
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
  });

  test('refuses a wrong code, and after five of them even the right one for an hour', async () => {
    const email = await pool.signUp();
    const code = pool.findCode(email);
    for (let i = 0; i < 5; i += 1) {
      await expect(pool.confirm(email, otherThan(code))).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    }
    await expect(pool.confirm(email, code)).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
    pool.advanceClock(HOUR);
    await expect(pool.confirm(email, code)).resolves.toBeDefined();
  });

  test('refuses a code after 24 hours', async () => {
    const email = await pool.signUp();
    pool.advanceClock(DAY);
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject(EXPIRED);
  });
});

describe('ResendConfirmationCode', () => {
  test('sends another code, which replaces the first', async () => {
    const email = await pool.signUp();
    const first = pool.findCode(email);
    // Two random codes are equal once in a million times.
    do await resend(email);
    while (pool.findCode(email) === first);
    await expect(pool.confirm(email, first)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(pool.confirm(email, pool.findCode(email))).resolves.toBeDefined();
  });

  test('alternates for an unknown user between a simulated e-mail and the answer for a confirmed one', async () => {
    const before = pool.mails.length;
    const answers = await Promise.allSettled([resend('unknown@example.com'), resend('unknown@example.com')]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { CodeDeliveryDetails: { Destination: 'u***@e***' } } },
      { status: 'rejected', reason: ALREADY_CONFIRMED },
    ]);
    expect(pool.mails).toHaveLength(before);
    await expect(pool.confirm('unknown@example.com', '123456')).rejects.toMatchObject(EXPIRED);
    await expect(resend(await pool.createUser())).rejects.toMatchObject(ALREADY_CONFIRMED);
  });

  test('refuses the twenty-first e-mail in an hour', async () => {
    const email = await pool.signUp();
    for (let i = 1; i < 20; i += 1) await resend(email);
    await expect(resend(email)).rejects.toMatchObject({ name: 'LimitExceededException' });
    pool.advanceClock(HOUR);
    await expect(resend(email)).resolves.toBeDefined();
  });
});
