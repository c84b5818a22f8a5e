import {
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_ID,
  HOUR,
  newEmail,
  NEW_PASSWORD,
  POOL_ID,
  startTestPool,
  type TestPool,
} from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

const requestReset = (Username: string) =>
  pool.sdk.send(new ForgotPasswordCommand({ ClientId: CLIENT_ID, Username }));
const reset = (Username: string, ConfirmationCode: string, Password = NEW_PASSWORD) =>
  pool.sdk.send(
    new ConfirmForgotPasswordCommand({ ClientId: CLIENT_ID, Username, ConfirmationCode, Password }),
  );

describe('a forgotten password', () => {
  test('is replaced with a code by e-mail, which works once', async () => {
    const email = await pool.createUser();
    await expect(requestReset(email)).resolves.toMatchObject({
      CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    });
    const code = pool.findCode(email);
    await reset(email, code);
    await expect(pool.signIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    await expect(pool.signIn(email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(reset(email, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('is not replaced with a code that is an hour old', async () => {
    const email = await pool.createUser();
    await requestReset(email);
    pool.advanceClock(HOUR);
    await expect(reset(email, pool.findCode(email))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
  });

  test.each([
    ['a user', () => pool.createUser(), ['fulfilled', 'fulfilled']],
    ['an unconfirmed user', () => pool.signUp(), ['fulfilled', 'rejected']],
    ['an unknown user', () => Promise.resolve(newEmail()), ['fulfilled', 'rejected']],
  ])(
    'gets the same answers for %s, but for an error every other time',
    async (_who, createEmail, expected) => {
      const email = await createEmail();
      pool.mails.length = 0;
      const answers = await Promise.allSettled([requestReset(email), requestReset(email)]);
      expect(answers.map(({ status }) => status)).toEqual(expected);
      // Only a verified address receives a code.
      expect(pool.mails).toHaveLength(expected.includes('rejected') ? 0 : 2);
      for (const answer of answers) {
        expect(answer).toMatchObject(
          answer.status === 'fulfilled'
            ? { value: { CodeDeliveryDetails: { Destination: 's***@e***' } } }
            : {
                reason: {
                  name: 'InvalidParameterException',
                  message: expect.stringContaining('no registered/verified email') as string,
                },
              },
        );
      }
      for (let i = 0; i < 5; i += 1) {
        await expect(reset(email, 'wrong')).rejects.toMatchObject({
          name: 'CodeMismatchException',
          message: 'Invalid verification code provided, please try again.',
        });
      }
      await expect(reset(email, 'wrong')).rejects.toMatchObject({ name: 'LimitExceededException' });
    },
  );
});

test('A password reset does not end the sessions of a user; AdminUserGlobalSignOut does', async () => {
  const email = await pool.createUser();
  const { access, refresh } = await pool.signIn(email);
  await requestReset(email);
  await reset(email, pool.findCode(email));
  await expect(pool.refresh(refresh)).resolves.toBeDefined();
  await expect(pool.getUser(access)).resolves.toBeDefined();

  await pool.sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: POOL_ID, Username: email }));
  await expect(pool.refresh(refresh)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(pool.getUser(access)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});
