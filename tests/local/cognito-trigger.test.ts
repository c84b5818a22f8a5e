import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_ID, NEW_PASSWORD, POOL, POOL_ID, startTestPool, type TestPool } from './cognito-pool.ts';

interface Event {
  triggerSource: string;
}

const POOL_WITH_TRIGGER = { ...POOL, LambdaConfig: { PostConfirmation: 'arn:aws:lambda:PostConfirmation' } };
let pool: TestPool;
let respond: (event: Event) => unknown;
let events: Event[];

beforeAll(async () => {
  pool = await startTestPool({
    invokeTrigger: (_functionArn, event) => {
      events.push(structuredClone(event as Event));
      return Promise.resolve(event as Event).then(respond);
    },
  });
  pool.cognito.createUserPool(POOL_ID, POOL_WITH_TRIGGER);
});
afterAll(() => pool.close());

/** Sets what the function answers to the next events. */
function answerWith(answer: typeof respond): void {
  events = [];
  respond = answer;
}

describe('the PostConfirmation trigger', () => {
  test('receives the event of the real one when the user is confirmed', async () => {
    answerWith((event) => event);
    const email = await pool.signUp();
    expect(events).toEqual([]);
    await pool.sdk.send(
      new ConfirmSignUpCommand({
        ClientId: CLIENT_ID,
        Username: email,
        ConfirmationCode: pool.findCode(email),
        ClientMetadata: { from: 'a test' },
      }),
    );
    const { Username: sub } = await pool.adminGet(email);
    expect(events).toEqual([
      {
        version: '1',
        region: 'eu-west-2',
        userPoolId: POOL_ID,
        userName: sub,
        callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: CLIENT_ID },
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        request: {
          userAttributes: { sub, email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' },
          clientMetadata: { from: 'a test' },
        },
        response: {},
      },
    ]);
  });

  test('also runs after a forgotten password was replaced', async () => {
    answerWith((event) => event);
    const email = await pool.createUser();
    await pool.sdk.send(new ForgotPasswordCommand({ ClientId: CLIENT_ID, Username: email }));
    await pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: CLIENT_ID,
        Username: email,
        ConfirmationCode: pool.findCode(email),
        Password: NEW_PASSWORD,
      }),
    );
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
      'PostConfirmation_ConfirmSignUp',
      'PostConfirmation_ConfirmForgotPassword',
    ]);
  });

  test('fails the call when it throws, but the user is confirmed', async () => {
    answerWith(() => {
      throw new Error('no table');
    });
    const email = await pool.signUp();
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error no table.',
    });
    await expect(pool.adminGet(email)).resolves.toMatchObject({ UserStatus: 'CONFIRMED' });
    await expect(pool.signIn(email)).resolves.toBeDefined();
  });

  test('fails the call when it does not answer in time', async () => {
    const impatient = await startTestPool({
      triggerTimeoutMs: 1,
      invokeTrigger: () => new Promise(() => undefined),
    });
    impatient.cognito.createUserPool(POOL_ID, POOL_WITH_TRIGGER);
    await expect(impatient.createUser()).rejects.toMatchObject({
      name: 'UnexpectedLambdaException',
      message:
        'PostConfirmation invocation failed due to error Socket timeout while invoking Lambda function.',
    });
    await impatient.close();
  });

  test.each([[null], ['text'], [{}]])(
    'fails the call when it answers %j instead of the event',
    async (output) => {
      answerWith(() => output);
      await expect(pool.createUser()).rejects.toMatchObject({
        name: 'InvalidLambdaResponseException',
        message: 'Unrecognizable lambda output',
      });
    },
  );
});
