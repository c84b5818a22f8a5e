import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  MINUTE,
  PASSWORD,
  someone,
  startWorld,
} from './cognito-world.ts';

const LEGACY = 'legacy-client';
const REFUSED = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
let world: CognitoWorld;

beforeAll(async () => {
  world = await startWorld();
  world.cognito.createUserPoolClient(LEGACY, { ...CLIENT, PreventUserExistenceErrors: 'LEGACY' });
  world.cognito.createUserPoolClient('closed', { ...CLIENT, ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] });
});
afterAll(() => world.close());

const start = (AuthFlow: string, AuthParameters: Record<string, string>, ClientId = CLIENT_ID) =>
  world.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: AuthFlow as 'USER_AUTH', AuthParameters }));
const respond = (ChallengeName: string, ChallengeResponses: Record<string, string>, Session?: string) =>
  world.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: CLIENT_ID,
      ChallengeName: ChallengeName as 'EMAIL_OTP',
      ChallengeResponses,
      ...(Session !== undefined && { Session }),
    }),
  );
const otp = (email: string) => start('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' });
const answer = (email: string, code: string, session: string | undefined) =>
  respond('EMAIL_OTP', { USERNAME: email, EMAIL_OTP_CODE: code }, session);

describe('a code by e-mail', () => {
  test('signs in, once', async () => {
    const email = await world.confirmed();
    const { ChallengeName, ChallengeParameters, Session } = await otp(email);
    expect({ ChallengeName, ChallengeParameters }).toEqual({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: 's***@e***' },
    });
    const code = world.codeFor(email);
    expect(world.mails[0]).toMatchObject({
      subject: 'Your authentication code',
      text: `Your authentication code is ${code}.`,
    });
    await expect(answer(email, code, Session)).resolves.toHaveProperty('AuthenticationResult.IdToken');
    await expect(answer(email, code, Session)).rejects.toMatchObject({
      message: 'Invalid session for the user.',
    });
  });

  test('is void after three minutes', async () => {
    const email = await world.confirmed();
    const { Session } = await otp(email);
    world.pass(3 * MINUTE);
    await expect(answer(email, world.codeFor(email), Session)).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  test('is void after three minutes even where a sign-in may take longer', async () => {
    world.cognito.createUserPoolClient('patient', { ...CLIENT, AuthSessionValidity: 15 });
    const email = await world.confirmed();
    const { Session } = await start(
      'USER_AUTH',
      { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
      'patient',
    );
    world.pass(3 * MINUTE);
    const late = new RespondToAuthChallengeCommand({
      ClientId: 'patient',
      ChallengeName: 'EMAIL_OTP',
      ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE: world.codeFor(email) },
      Session,
    });
    await expect(world.sdk.send(late)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test.each(['a user', 'a stranger'])('bears three slips of %s', async (who) => {
    const email = who === 'a user' ? await world.confirmed() : someone();
    const { Session } = await otp(email);
    for (let i = 0; i < 3; i += 1) {
      await expect(answer(email, 'wrong', Session)).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid code or auth state for the user.',
      });
    }
    await expect(answer(email, 'wrong', Session)).rejects.toMatchObject({
      message: 'Invalid session for the user.',
    });
  });

  test('goes to nobody for a stranger', async () => {
    const before = world.mails.length;
    await expect(otp('nobody@example.com')).resolves.toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'n***@e***' },
    });
    expect(world.mails).toHaveLength(before);
  });

  test('waits for the confirmation of the account', async () => {
    const email = await world.signUp();
    await expect(otp(email)).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
  });
});

describe('choice-based sign-in', () => {
  test('lists the ways when none was asked for, or one that is not open', async () => {
    const email = await world.confirmed();
    for (const wish of [{}, { PREFERRED_CHALLENGE: 'WEB_AUTHN' }]) {
      const { ChallengeName, AvailableChallenges } = await start('USER_AUTH', { USERNAME: email, ...wish });
      expect(ChallengeName).toBe('SELECT_CHALLENGE');
      expect(AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP']);
    }
  });

  test('refuses a wrong password, and a session that was used', async () => {
    const email = await world.confirmed();
    const { Session } = await start('USER_AUTH', { USERNAME: email });
    const choice = { USERNAME: email, ANSWER: 'PASSWORD', PASSWORD: 'wrong password 1' };
    await expect(respond('SELECT_CHALLENGE', choice, Session)).rejects.toMatchObject(REFUSED);
    await expect(respond('SELECT_CHALLENGE', choice, Session)).rejects.toMatchObject({
      message: 'Invalid session for the user.',
    });
  });

  test('takes the password as an answer to PASSWORD too', async () => {
    const email = await world.confirmed();
    const { ChallengeName, Session } = await start('USER_AUTH', {
      USERNAME: email,
      PREFERRED_CHALLENGE: 'PASSWORD',
    });
    expect(ChallengeName).toBe('PASSWORD');
    await expect(respond('PASSWORD', { USERNAME: email, PASSWORD }, Session)).resolves.toHaveProperty(
      'AuthenticationResult.IdToken',
    );
  });

  test.each(['SELECT_CHALLENGE', 'EMAIL_OTP', 'PASSWORD'])(
    'answers %s without a session with no',
    async (name) => {
      const given = {
        USERNAME: await world.confirmed(),
        ANSWER: 'PASSWORD',
        PASSWORD,
        EMAIL_OTP_CODE: '123456',
      };
      await expect(respond(name, given)).rejects.toMatchObject({ message: 'Invalid session for the user.' });
    },
  );

  test('names a challenge it does not know', async () => {
    await expect(respond('SMS_MFA', {})).rejects.toMatchObject({
      message: 'The challenge SMS_MFA is not emulated.',
    });
  });
});
