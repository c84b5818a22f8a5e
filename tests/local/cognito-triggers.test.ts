import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CLIENT_ID,
  type CognitoWorld,
  PASSWORD,
  POOL,
  POOL_ID,
  someone,
  startWorld,
} from './cognito-world.ts';

interface Event {
  triggerSource: string;
}
type Respond = (event: Event) => unknown;

let world: CognitoWorld;
let respond: Respond;
let events: Event[];

beforeAll(async () => {
  world = await startWorld({
    invokeTrigger: (_functionArn, event) => {
      events.push(structuredClone(event as Event));
      return Promise.resolve(event as Event).then(respond);
    },
  });
});
afterAll(() => world.close());

/** Gives the pool these triggers, which all answer like this. */
function withTriggers(names: string[], answer: Respond, pool = {}): void {
  events = [];
  respond = answer;
  world.cognito.createUserPool(POOL_ID, {
    ...POOL,
    LambdaConfig: Object.fromEntries(names.map((name) => [name, `arn:aws:lambda:${name}`])),
    ...pool,
  });
}

const answering =
  (response: object): Respond =>
  (event) => ({ ...event, response });
const failing =
  (message: string): Respond =>
  () => {
    throw new Error(message);
  };
const confirm = (email: string) =>
  world.sdk.send(
    new ConfirmSignUpCommand({
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: world.codeFor(email),
    }),
  );

test('PostConfirmation gets the event of the real one, when the user is confirmed', async () => {
  withTriggers(['PostConfirmation'], (event) => event);
  const email = await world.signUp();
  expect(events).toEqual([]);
  await world.sdk.send(
    new ConfirmSignUpCommand({
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: world.codeFor(email),
      ClientMetadata: { from: 'a test' },
    }),
  );
  const { Username: sub } = await world.adminGet(email);
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

test('PostConfirmation runs after a forgotten password too', async () => {
  withTriggers(['PostConfirmation'], (event) => event);
  const email = await world.confirmed();
  await world.sdk.send(new ForgotPasswordCommand({ ClientId: CLIENT_ID, Username: email }));
  await world.sdk.send(
    new ConfirmForgotPasswordCommand({
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: world.codeFor(email),
      Password: 'another horse 2',
    }),
  );
  expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
    'PostConfirmation_ConfirmSignUp',
    'PostConfirmation_ConfirmForgotPassword',
  ]);
});

test('a failing PostConfirmation fails the call, but the user is confirmed', async () => {
  withTriggers(['PostConfirmation'], failing('no table'));
  const email = await world.signUp();
  await expect(confirm(email)).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PostConfirmation failed with error no table.',
  });
  await expect(world.adminGet(email)).resolves.toMatchObject({ UserStatus: 'CONFIRMED' });
  await expect(confirm(email)).rejects.toMatchObject({
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });
  await expect(world.tokensFor(email)).resolves.toBeDefined();
});

test('a trigger that takes too long fails the call', async () => {
  const impatient = await startWorld({
    triggerTimeoutMs: 1,
    invokeTrigger: () => new Promise(() => undefined),
  });
  impatient.cognito.createUserPool(POOL_ID, { ...POOL, LambdaConfig: { PostConfirmation: 'arn' } });
  await expect(impatient.confirmed()).rejects.toMatchObject({
    name: 'UnexpectedLambdaException',
    message: 'PostConfirmation invocation failed due to error Socket timeout while invoking Lambda function.',
  });
  await impatient.close();
});

test.each([[null], ['text'], [{ response: { autoConfirmUser: 'yes' } }]])(
  'a trigger that answers %j fails the call',
  async (output) => {
    withTriggers(['PreSignUp'], () => output);
    await expect(world.signUp()).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    });
  },
);

test('PreSignUp rejects a user, who is then not made', async () => {
  withTriggers(['PreSignUp'], failing('Not from example.com'));
  const email = someone();
  const signUp = new SignUpCommand({
    ClientId: CLIENT_ID,
    Username: email,
    Password: PASSWORD,
    ValidationData: [{ Name: 'why', Value: 'because' }],
  });
  await expect(world.sdk.send(signUp)).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error Not from example.com.',
  });
  expect(events[0]).toMatchObject({
    triggerSource: 'PreSignUp_SignUp',
    request: { userAttributes: { email }, validationData: { why: 'because' } },
  });
  await expect(world.adminGet(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
});

test('PreSignUp confirms a user, without any mail', async () => {
  withTriggers(
    ['PreSignUp', 'PostConfirmation'],
    answering({ autoConfirmUser: true, autoVerifyEmail: true }),
  );
  const email = await world.signUp();
  expect(world.codeFor(email)).toBe('');
  const { UserStatus, UserAttributes } = await world.adminGet(email);
  expect(UserStatus).toBe('CONFIRMED');
  expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
    'PreSignUp_SignUp',
    'PostConfirmation_ConfirmSignUp',
  ]);
  await expect(world.tokensFor(email)).resolves.toBeDefined();
});

test('one user is made even if the address is taken while PreSignUp runs', async () => {
  const waiting: (() => void)[] = [];
  withTriggers(
    ['PreSignUp'],
    (event) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(event));
        // Both calls are past their first look before either goes on.
        if (waiting.length === 2) for (const go of waiting) go();
      }),
  );
  const email = someone();
  const outcomes = await Promise.allSettled([world.signUp(email), world.signUp(email)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

const SES = { EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' } };

test('CustomMessage words the mail', async () => {
  withTriggers(
    ['CustomMessage'],
    answering({ emailSubject: 'Welcome', emailMessage: '<p>Your code:<br><b>{####}</b></p>' }),
    SES,
  );
  const email = await world.signUp();
  expect(world.mails.slice(0, 1)).toEqual([
    {
      to: email,
      subject: 'Welcome',
      text: `Your code:\n${world.codeFor(email)}`,
      code: world.codeFor(email),
    },
  ]);
  expect(events[0]).toMatchObject({
    triggerSource: 'CustomMessage_SignUp',
    request: { codeParameter: '{####}', userAttributes: { email } },
  });
});

test("CustomMessage may leave the pool's words as they are", async () => {
  withTriggers(['CustomMessage'], (event) => event, {
    VerificationMessageTemplate: { EmailSubject: 'Hello', EmailMessage: 'It is {####}.' },
  });
  const email = await world.signUp();
  expect(world.mails[0]).toMatchObject({ subject: 'Hello', text: `It is ${world.codeFor(email)}.` });
});

test('CustomMessage may not word the body where Cognito itself sends the mail', async () => {
  withTriggers(['CustomMessage'], answering({ emailMessage: 'Mine: {####}' }));
  await expect(world.signUp()).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' });
});
