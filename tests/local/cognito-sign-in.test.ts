import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
afterAll(() => pool.close());

const start = (AuthFlow: 'USER_AUTH' | 'USER_SRP_AUTH', parameters: object, ClientId = CLIENT_ID) =>
  pool.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters: { ...parameters } }));
const guess = (email: string) => pool.signIn(email, WRONG_PASSWORD);

describe('a sign-in with a password', () => {
  it('reveals that a user is not confirmed only after the right password', async () => {
    const email = await pool.signUp();
    await expect(guess(email)).rejects.toMatchObject(REFUSED);
    await expect(pool.signIn(email)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
  });

  it('is refused for an unknown user as with a wrong password', async () => {
    await expect(pool.signIn(newEmail())).rejects.toMatchObject(REFUSED);
  });

  it('is refused for a growing time after five wrong passwords', async () => {
    const email = await pool.createUser();
    for (let i = 0; i < 5; i += 1) await expect(guess(email)).rejects.toMatchObject(REFUSED);
    await expect(guess(email)).rejects.toMatchObject(LOCKED);
    await expect(pool.signIn(email)).rejects.toMatchObject(LOCKED);
    pool.advanceClock(SECOND);
    await expect(guess(email)).rejects.toMatchObject(REFUSED);
    pool.advanceClock(SECOND);
    await expect(guess(email)).rejects.toMatchObject(LOCKED);
  });

  it('counts wrong passwords from the start again after the right password', async () => {
    const email = await pool.createUser();
    for (let time = 1; time <= 2; time += 1) {
      for (let i = 0; i < 4; i += 1) await expect(guess(email)).rejects.toMatchObject(REFUSED);
      await expect(pool.signIn(email)).resolves.toBeDefined();
    }
  });

  it('accepts one claim for each challenge', async () => {
    const USERNAME = await pool.createUser();
    const { ChallengeParameters } = await start('USER_SRP_AUTH', { USERNAME, SRP_A: 'abc' });
    const ChallengeResponses = {
      USERNAME,
      PASSWORD_CLAIM_SECRET_BLOCK: ChallengeParameters?.['SECRET_BLOCK'] ?? '',
      PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
      TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
    };
    const claim = () =>
      pool.sdk.send(
        new RespondToAuthChallengeCommand({
          ClientId: CLIENT_ID,
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeResponses,
        }),
      );
    await expect(claim()).rejects.toMatchObject(REFUSED);
    await expect(claim()).rejects.toMatchObject(NO_SESSION);
  });
});

describe('a sign-in with a code by e-mail', () => {
  const requestCode = (USERNAME: string, clientId = CLIENT_ID) =>
    start('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' }, clientId);
  const answer = (USERNAME: string, code: string, Session?: string) =>
    pool.sdk.send(
      new RespondToAuthChallengeCommand({
        ClientId: CLIENT_ID,
        ChallengeName: 'EMAIL_OTP',
        ChallengeResponses: { USERNAME, EMAIL_OTP_CODE: code },
        Session,
      }),
    );

  it('succeeds once', async () => {
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

  it('expires after three minutes', async () => {
    const email = await pool.createUser();
    const { Session } = await requestCode(email);
    pool.advanceClock(3 * MINUTE);
    await expect(answer(email, pool.findCode(email), Session)).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  it.each(['a user', 'an unknown user'])('ends after three wrong codes of %s', async (who) => {
    const email = who === 'a user' ? await pool.createUser() : newEmail();
    const before = pool.mails.length;
    const { Session, ChallengeParameters } = await requestCode(email);
    expect(ChallengeParameters).toMatchObject({ CODE_DELIVERY_DESTINATION: 's***@e***' });
    expect(pool.mails).toHaveLength(before + (who === 'a user' ? 1 : 0));
    for (let i = 0; i < 3; i += 1) {
      await expect(answer(email, 'wrong', Session)).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid code or auth state for the user.',
      });
    }
    await expect(answer(email, 'wrong', Session)).rejects.toMatchObject(NO_SESSION);
  });

  it('is not for an unconfirmed user, nor for a client without the flow', async () => {
    await expect(requestCode(await pool.signUp())).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
    });
    pool.cognito.createUserPoolClient('closed', { ...CLIENT, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] });
    await expect(requestCode(newEmail(), 'closed')).rejects.toMatchObject({
      message: 'USER_AUTH is not enabled for the client.',
    });
  });
});
