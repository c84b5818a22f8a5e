import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  MINUTE,
  newEmail,
  REFUSED,
  SECOND,
  startTestPool,
  type TestPool,
  WRONG_PASSWORD,
} from './cognito-pool.ts';

const LOCKED = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
const NO_SESSION = { message: 'Invalid session for the user.' };
let pool: TestPool;

beforeAll(async () => {
  pool = await startTestPool();
  pool.cognito.createUserPoolClient('closed', { ...CLIENT, ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] });
});
afterAll(() => pool.close());

const start = (AuthFlow: string, AuthParameters: Record<string, string>, ClientId = CLIENT_ID) =>
  pool.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: AuthFlow as 'USER_AUTH', AuthParameters }));
const respond = (
  ChallengeName: string,
  ChallengeResponses: Record<string, string>,
  Session?: string,
  ClientId = CLIENT_ID,
) =>
  pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: ChallengeName as 'EMAIL_OTP',
      ChallengeResponses,
      ...(Session !== undefined && { Session }),
    }),
  );
const guess = (email: string) => pool.signIn(email, WRONG_PASSWORD);
const guessTimes = async (email: string, times: number) => {
  for (let i = 0; i < times; i += 1) await expect(guess(email)).rejects.toMatchObject(REFUSED);
};

describe('InitiateAuth', () => {
  test('reveals that a user is not confirmed only after the right password, or with a code by e-mail', async () => {
    const email = await pool.signUp();
    await expect(guess(email)).rejects.toMatchObject(REFUSED);
    await expect(pool.signIn(email)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
    await expect(
      start('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' }),
    ).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
  });
});

describe('a lockout after wrong passwords', () => {
  test.each(['a user', 'an unknown user'])('starts for %s after five, and grows', async (who) => {
    const email = who === 'a user' ? await pool.createUser() : newEmail();
    await guessTimes(email, 5);
    await expect(guess(email)).rejects.toMatchObject(LOCKED);
    await expect(pool.signIn(email)).rejects.toMatchObject(LOCKED);
    pool.advanceClock(SECOND);
    await expect(guess(email)).rejects.toMatchObject(REFUSED);
    pool.advanceClock(SECOND);
    await expect(guess(email)).rejects.toMatchObject(LOCKED);
  });
});

describe('an SRP sign-in', () => {
  const ask = (email: string) => start('USER_SRP_AUTH', { USERNAME: email, SRP_A: 'abc' });
  const claim = (secretBlock: string | undefined, changes = {}) =>
    respond('PASSWORD_VERIFIER', {
      USERNAME: 'anyone',
      PASSWORD_CLAIM_SECRET_BLOCK: secretBlock ?? '',
      PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
      TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
      ...changes,
    });
  const getSecretBlock = async () =>
    (await ask(await pool.createUser())).ChallengeParameters?.['SECRET_BLOCK'];

  test('gives an unknown user a simulated challenge, always with the same salt and id', async () => {
    const [first, again, other] = [
      await ask('x@example.com'),
      await ask('X@example.com'),
      await ask('y@example.com'),
    ];
    const real = await ask(await pool.createUser());

    const { SALT, USER_ID_FOR_SRP, SRP_B } = first.ChallengeParameters ?? {};
    expect(again.ChallengeParameters).toMatchObject({ SALT, USER_ID_FOR_SRP });
    expect(again.ChallengeParameters?.['SRP_B']).not.toBe(SRP_B);
    expect(other.ChallengeParameters?.['SALT']).not.toBe(SALT);
    expect(Object.keys(real.ChallengeParameters ?? {})).toEqual(Object.keys(first.ChallengeParameters ?? {}));
    expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('accepts one claim for each challenge', async () => {
    const block = await getSecretBlock();
    await expect(claim(block)).rejects.toMatchObject(REFUSED);
    await expect(claim(block)).rejects.toMatchObject(NO_SESSION);
  });
});

describe('a sign-in with a code by e-mail', () => {
  const requestCode = (email: string, clientId = CLIENT_ID) =>
    start('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' }, clientId);
  const answer = (email: string, code: string, session?: string, clientId = CLIENT_ID) =>
    respond('EMAIL_OTP', { USERNAME: email, EMAIL_OTP_CODE: code }, session, clientId);

  test('succeeds once', async () => {
    const email = await pool.createUser();
    const { ChallengeName, ChallengeParameters, Session } = await requestCode(email);
    expect({ ChallengeName, ChallengeParameters }).toEqual({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: 's***@e***' },
    });
    const code = pool.findCode(email);
    expect(pool.mails[0]).toMatchObject({
      subject: 'Your authentication code',
      text: `Your authentication code is ${code}.`,
    });
    await expect(answer(email, code, Session)).resolves.toHaveProperty('AuthenticationResult.IdToken');
    await expect(answer(email, code, Session)).rejects.toMatchObject(NO_SESSION);
  });

  test('expires after three minutes, even where a session lives longer', async () => {
    const email = await pool.createUser();
    const { Session: short } = await requestCode(email);
    pool.advanceClock(3 * MINUTE);
    await expect(answer(email, pool.findCode(email), short)).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });

    pool.cognito.createUserPoolClient('patient', { ...CLIENT, AuthSessionValidity: 15 });
    const { Session: long } = await requestCode(email, 'patient');
    pool.advanceClock(3 * MINUTE);
    await expect(answer(email, pool.findCode(email), long, 'patient')).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
  });

  test.each(['a user', 'an unknown user'])('ends after three wrong codes of %s', async (who) => {
    const email = who === 'a user' ? await pool.createUser() : newEmail();
    const { Session } = await requestCode(email);
    for (let i = 0; i < 3; i += 1) {
      await expect(answer(email, 'wrong', Session)).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid code or auth state for the user.',
      });
    }
    await expect(answer(email, 'wrong', Session)).rejects.toMatchObject(NO_SESSION);
  });

  test('sends no e-mail to an unknown user, who gets the same answer', async () => {
    const before = pool.mails.length;
    await expect(requestCode('unknown@example.com')).resolves.toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'u***@e***' },
    });
    expect(pool.mails).toHaveLength(before);
  });
});
