import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { getDiffieHellman } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  MINUTE,
  PASSWORD,
  SECOND,
  someone,
  startWorld,
} from './cognito-world.ts';

const LEGACY = 'legacy-client';
const REFUSED = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const LOCKED = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
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

describe('InitiateAuth', () => {
  test.each([
    ['USER_SRP_AUTH', 'USER_SRP_AUTH is not enabled for the client.'],
    ['USER_PASSWORD_AUTH', 'USER_PASSWORD_AUTH flow not enabled for this client'],
    ['USER_AUTH', 'USER_AUTH flow not enabled for this client'],
    ['REFRESH_TOKEN_AUTH', 'Auth flow not enabled for this client'],
    ['CUSTOM_AUTH', 'The AuthFlow CUSTOM_AUTH is not emulated.'],
  ])('refuses %s to a client without it', async (flow, message) => {
    await expect(start(flow, { USERNAME: someone() }, 'closed')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message,
    });
  });

  test('names a parameter that is missing', async () => {
    await expect(start('USER_PASSWORD_AUTH', { USERNAME: 'ann@example.com' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Missing required parameter PASSWORD',
    });
  });

  test('tells a legacy client that a user does not exist, and no other', async () => {
    const unknown = { USERNAME: someone(), PASSWORD };
    await expect(start('USER_PASSWORD_AUTH', unknown, LEGACY)).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    await expect(start('USER_PASSWORD_AUTH', unknown)).rejects.toMatchObject(REFUSED);
  });

  test('tells that a user is not confirmed only after the right password', async () => {
    const email = await world.signUp();
    await expect(world.tokensFor(email, 'wrong password 1')).rejects.toMatchObject(REFUSED);
    await expect(world.tokensFor(email)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
  });
});

describe('a lockout', () => {
  test.each(['a user', 'a stranger'])(
    'slows %s down after five wrong passwords, ever longer',
    async (who) => {
      const email = who === 'a user' ? await world.confirmed() : someone();
      const guess = () => world.tokensFor(email, 'wrong password 1');
      for (let i = 0; i < 5; i += 1) await expect(guess()).rejects.toMatchObject(REFUSED);
      await expect(guess()).rejects.toMatchObject(LOCKED);
      world.pass(SECOND);
      await expect(guess()).rejects.toMatchObject(REFUSED);
      world.pass(SECOND);
      await expect(guess()).rejects.toMatchObject(LOCKED);
    },
  );

  test('refuses even the right password, and is over after it was right', async () => {
    const email = await world.confirmed();
    const guess = () => world.tokensFor(email, 'wrong password 1');
    for (let i = 0; i < 5; i += 1) await expect(guess()).rejects.toMatchObject(REFUSED);
    await expect(world.tokensFor(email)).rejects.toMatchObject(LOCKED);
    world.pass(SECOND);
    await expect(world.tokensFor(email)).resolves.toBeDefined();
    await expect(guess()).rejects.toMatchObject(REFUSED);
    await expect(guess()).rejects.toMatchObject(REFUSED);
  });

  test('is forgotten after 15 quiet minutes', async () => {
    const email = await world.confirmed();
    const guess = () => world.tokensFor(email, 'wrong password 1');
    for (let i = 0; i < 5; i += 1) await expect(guess()).rejects.toMatchObject(REFUSED);
    world.pass(15 * MINUTE);
    await expect(guess()).rejects.toMatchObject(REFUSED);
    await expect(guess()).rejects.toMatchObject(REFUSED);
  });
});

describe('SRP', () => {
  const N = getDiffieHellman('modp15').getPrime('hex');

  test.each([
    ['0', '0'],
    ['N', N],
    ['2N', (BigInt(`0x${N}`) * 2n).toString(16)],
    ['no number', 'xyz'],
  ])('refuses %s for A', async (_name, A) => {
    const email = await world.confirmed();
    await expect(start('USER_SRP_AUTH', { USERNAME: email, SRP_A: A })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });

  test('asks a stranger the same questions, always with the same salt and id', async () => {
    const ask = (email: string) => start('USER_SRP_AUTH', { USERNAME: email, SRP_A: 'abc' });
    const [first, again, other] = [
      await ask('x@example.com'),
      await ask('X@example.com'),
      await ask('y@example.com'),
    ];
    const known = await ask(await world.confirmed());

    const { SALT, USER_ID_FOR_SRP, SRP_B } = first.ChallengeParameters ?? {};
    expect(again.ChallengeParameters).toMatchObject({ SALT, USER_ID_FOR_SRP });
    expect(again.ChallengeParameters?.['SRP_B']).not.toBe(SRP_B);
    expect(other.ChallengeParameters?.['SALT']).not.toBe(SALT);
    expect(Object.keys(known.ChallengeParameters ?? {})).toEqual(
      Object.keys(first.ChallengeParameters ?? {}),
    );
    expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  const claim = (secretBlock: string | undefined, change = {}) =>
    respond('PASSWORD_VERIFIER', {
      USERNAME: 'anyone',
      PASSWORD_CLAIM_SECRET_BLOCK: secretBlock ?? '',
      PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
      TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
      ...change,
    });
  const blockFor = async (email: string) =>
    (await start('USER_SRP_AUTH', { USERNAME: email, SRP_A: 'abc' })).ChallengeParameters?.['SECRET_BLOCK'];

  test('takes one claim for each challenge', async () => {
    const block = await blockFor(await world.confirmed());
    await expect(claim(block)).rejects.toMatchObject(REFUSED);
    await expect(claim(block)).rejects.toMatchObject({ message: 'Invalid session for the user.' });
  });

  test('takes no claim after three minutes', async () => {
    const block = await blockFor(await world.confirmed());
    world.pass(3 * MINUTE);
    await expect(claim(block)).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  test.each([
    ['a short signature', { PASSWORD_CLAIM_SIGNATURE: 'AA==' }, REFUSED],
    ['another form of time', { TIMESTAMP: '2026-11-21' }, { name: 'InvalidParameterException' }],
    ['no signature', { PASSWORD_CLAIM_SIGNATURE: '' }, { name: 'InvalidParameterException' }],
  ])('refuses %s', async (_what, change, error) => {
    const block = await blockFor(await world.confirmed());
    await expect(claim(block, change)).rejects.toMatchObject(error);
  });
});
