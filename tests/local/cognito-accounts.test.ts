import {
  AdminDeleteUserCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  paginateListUsers,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  DAY,
  HOUR,
  newEmail,
  NEW_PASSWORD,
  PASSWORD,
  POOL_ID,
  startTestPool,
  type TestPool,
} from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

const call = (Username: string) => ({ ClientId: CLIENT_ID, Username });
const resend = (email: string) => pool.sdk.send(new ResendConfirmationCodeCommand(call(email)));
const requestReset = (email: string) => pool.sdk.send(new ForgotPasswordCommand(call(email)));
const reset = (email: string, ConfirmationCode: string) =>
  pool.sdk.send(
    new ConfirmForgotPasswordCommand({ ...call(email), ConfirmationCode, Password: NEW_PASSWORD }),
  );

const DELIVERY = { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' };
const EXPIRED = {
  name: 'ExpiredCodeException',
  message: 'Invalid code provided, please request a code again.',
};
const MISMATCH = {
  name: 'CodeMismatchException',
  message: 'Invalid verification code provided, please try again.',
};
const LIMIT = { name: 'LimitExceededException' };
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');
const countFulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('a sign-up', () => {
  it('creates an unconfirmed user with a UUID as the username, and sends a code', async () => {
    const email = newEmail();
    const UserAttributes = [{ Name: 'name', Value: 'Ann' }];
    const answer = await pool.sdk.send(
      new SignUpCommand({ ...call(email), Password: PASSWORD, UserAttributes }),
    );
    expect(answer).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: DELIVERY });
    expect(pool.mails[0]).toEqual({
      to: email,
      subject: 'Your verification code',
      text: `Your confirmation code is ${pool.findCode(email)}`,
      code: expect.stringMatching(/^\d{6}$/) as string,
    });
    const user = await pool.adminGet(email);
    expect(user).toMatchObject({ Username: answer.UserSub, UserStatus: 'UNCONFIRMED', Enabled: true });
    expect(user.UserAttributes).toEqual([
      { Name: 'sub', Value: answer.UserSub },
      { Name: 'email_verified', Value: 'false' },
      { Name: 'name', Value: 'Ann' },
      { Name: 'email', Value: email },
    ]);
  });

  it('creates one user when the same address, in any case, signs up several times at once', async () => {
    const email = newEmail();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pool.signUp(email)));
    expect(countFulfilled(outcomes)).toBe(1);
    await expect(pool.signUp(email.toUpperCase())).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  it.each([
    ['ann', PASSWORD, 'InvalidParameterException', 'Username should be an email.'],
    ['a@example.com', 'numberless', 'InvalidPasswordException', 'Password must have numeric characters'],
    ['a@example.com', ' spaces 1 ', 'InvalidParameterException', '1 validation error detected'],
  ])('is refused for the address %j and the password %j', async (email, password, name, message) => {
    await expect(pool.signUp(email, password)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message) as string,
    });
  });

  it('is refused with an attribute that only the pool sets', async () => {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    const command = new SignUpCommand({ ...call(newEmail()), Password: PASSWORD, UserAttributes });
    await expect(pool.sdk.send(command)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe('the code of a sign-up', () => {
  it('confirms the user and the e-mail address once, even if it is sent three times at once', async () => {
    const email = await pool.signUp();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => pool.confirm(email, pool.findCode(email))));
    expect(countFulfilled(outcomes)).toBe(1);
    const user = await pool.adminGet(email);
    expect(user.UserStatus).toBe('CONFIRMED');
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
  });

  it('is refused for an hour after five wrong codes', async () => {
    const email = await pool.signUp();
    const code = pool.findCode(email);
    for (let i = 0; i < 5; i += 1) {
      await expect(pool.confirm(email, otherThan(code))).rejects.toMatchObject(MISMATCH);
    }
    await expect(pool.confirm(email, code)).rejects.toMatchObject(LIMIT);
    pool.advanceClock(HOUR);
    await expect(pool.confirm(email, code)).resolves.toBeDefined();
  });

  it('is refused after 24 hours', async () => {
    const email = await pool.signUp();
    pool.advanceClock(DAY);
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject(EXPIRED);
  });

  it('is replaced by the next code, at most twenty times an hour', async () => {
    const email = await pool.signUp();
    const first = pool.findCode(email);
    for (let i = 1; i < 20; i += 1) await resend(email);
    await expect(resend(email)).rejects.toMatchObject(LIMIT);
    // Two random codes are equal once in a million times.
    if (pool.findCode(email) !== first) {
      await expect(pool.confirm(email, first)).rejects.toMatchObject(MISMATCH);
    }
    await expect(pool.confirm(email, pool.findCode(email))).resolves.toBeDefined();
  });
});

describe('a forgotten password', () => {
  it('is replaced with a code by e-mail, which works once', async () => {
    const email = await pool.createUser();
    await expect(requestReset(email)).resolves.toMatchObject({ CodeDeliveryDetails: DELIVERY });
    const code = pool.findCode(email);
    await reset(email, code);
    await expect(pool.signIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    await expect(pool.signIn(email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(reset(email, code)).rejects.toMatchObject(EXPIRED);
  });

  it('is replaced again after four wrong codes, twice in an hour: a right code ends their count', async () => {
    const email = await pool.createUser();
    for (let time = 1; time <= 2; time += 1) {
      await requestReset(email);
      const code = pool.findCode(email);
      for (let i = 0; i < 4; i += 1) {
        await expect(reset(email, otherThan(code))).rejects.toMatchObject(MISMATCH);
      }
      await expect(reset(email, code)).resolves.toBeDefined();
    }
  });

  it('is not replaced with a code that is an hour old', async () => {
    const email = await pool.createUser();
    await requestReset(email);
    pool.advanceClock(HOUR);
    await expect(reset(email, pool.findCode(email))).rejects.toMatchObject(EXPIRED);
  });
});

describe('an e-mail is simulated, and refused every other time,', () => {
  const IN_TURNS = [
    { status: 'fulfilled', value: { CodeDeliveryDetails: DELIVERY } },
    { status: 'rejected', reason: { name: 'InvalidParameterException' } },
  ];
  it.each<[string, () => Promise<string>, (email: string) => Promise<unknown>]>([
    ['for the password of an unconfirmed user', () => pool.signUp(), requestReset],
    ['for the password of an unknown user', () => Promise.resolve(newEmail()), requestReset],
    ['for the sign-up of an unknown user', () => Promise.resolve(newEmail()), resend],
  ])('%s', async (_, createEmail, send) => {
    const email = await createEmail();
    pool.mails.length = 0;
    expect(await Promise.allSettled([send(email), send(email)])).toMatchObject(IN_TURNS);
    expect(pool.mails).toEqual([]);
    await expect(reset(email, 'wrong')).rejects.toMatchObject(send === resend ? EXPIRED : MISMATCH);
  });

  it('but never for the sign-up of a confirmed user', async () => {
    const email = await pool.createUser();
    const reason = { name: 'InvalidParameterException', message: 'User is already confirmed.' };
    await expect(resend(email)).rejects.toMatchObject(reason);
    await expect(resend(email)).rejects.toMatchObject(reason);
  });
});

it('ListUsers lists all users, or those who are not confirmed, in pages', async () => {
  const listUsers = async (Filter?: string) => {
    const statuses: unknown[] = [];
    const pages = paginateListUsers({ client: pool.sdk, pageSize: 2 }, { UserPoolId: POOL_ID, Filter });
    for await (const { Users = [] } of pages) {
      expect(Users.length).toBeLessThanOrEqual(2);
      for (const { Username = '', UserStatus, UserCreateDate } of Users) {
        expect(UserCreateDate).toBeInstanceOf(Date);
        statuses.push([Username, UserStatus]);
      }
    }
    return new Map(statuses as [string, string][]);
  };
  const unconfirmed = String((await pool.adminGet(await pool.signUp())).Username);
  const confirmed = String((await pool.adminGet(await pool.createUser())).Username);

  const [all, waiting] = [await listUsers(), await listUsers('cognito:user_status = "UNCONFIRMED"')];
  expect([all.get(unconfirmed), all.get(confirmed)]).toEqual(['UNCONFIRMED', 'CONFIRMED']);
  expect([waiting.has(unconfirmed), waiting.has(confirmed)]).toEqual([true, false]);
});

it('A deleted user loses every token, and the e-mail address can sign up again', async () => {
  const email = await pool.createUser();
  const { access } = await pool.signIn(email);
  await pool.sdk.send(new AdminDeleteUserCommand({ UserPoolId: POOL_ID, Username: email }));
  await expect(pool.getUser(access)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(pool.adminGet(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(pool.signIn(await pool.createUser(email))).resolves.toBeDefined();
});
