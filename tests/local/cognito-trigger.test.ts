import {
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  newEmail,
  PASSWORD,
  POOL,
  POOL_ID,
  startTestPool,
  type TestPool,
} from './cognito-pool.ts';

interface Event {
  triggerSource: string;
  response: object;
}

const POOL_WITH_TRIGGER = { ...POOL, LambdaConfig: { PostConfirmation: 'arn:aws:lambda:PostConfirmation' } };
const MAIL_POOL_ID = 'eu-west-2_Mail1234';
const MAIL_CLIENT_ID = 'mail-client';
const MAIL_POOL = {
  ...POOL,
  EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
  VerificationMessageTemplate: { EmailSubject: 'Of the pool', EmailMessage: 'The pool sends {####}' },
  LambdaConfig: { CustomMessage: 'arn:aws:lambda:CustomMessage' },
};

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
  pool.cognito.createUserPool(MAIL_POOL_ID, MAIL_POOL);
  pool.cognito.createUserPoolClient(MAIL_CLIENT_ID, { ...CLIENT, UserPoolId: MAIL_POOL_ID });
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

  test.each([[null], [{}]])('fails the call when it answers %j instead of the event', async (output) => {
    answerWith(() => output);
    await expect(pool.createUser()).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    });
  });
});

describe('the CustomMessage trigger', () => {
  const user = (Username: string) => ({ ClientId: MAIL_CLIENT_ID, Username });
  async function signUp(email = newEmail(), ClientMetadata?: Record<string, string>) {
    await pool.sdk.send(new SignUpCommand({ ...user(email), Password: PASSWORD, ClientMetadata }));
    return email;
  }
  const answerWithText = (text: object) =>
    answerWith((event) => ({ ...event, response: { ...event.response, ...text } }));

  test('receives the event of the real one, with placeholders instead of a code', async () => {
    answerWith((event) => event);
    const email = await signUp(newEmail(), { from: 'a test' });
    expect(events).toEqual([
      {
        version: '1',
        region: 'eu-west-2',
        userPoolId: MAIL_POOL_ID,
        userName: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: MAIL_CLIENT_ID },
        triggerSource: 'CustomMessage_SignUp',
        request: {
          userAttributes: {
            sub: (events[0] as Event & { userName: string }).userName,
            email,
            email_verified: 'false',
            'cognito:user_status': 'UNCONFIRMED',
          },
          codeParameter: '{####}',
          linkParameter: '{##Click Here##}',
          usernameParameter: null,
          clientMetadata: { from: 'a test' },
        },
        response: { smsMessage: null, emailMessage: null, emailSubject: null },
      },
    ]);
  });

  test('names each operation, and sets the subject and the text of its e-mail', async () => {
    answerWith((event) => {
      const { triggerSource: source } = event;
      return { ...event, response: { emailSubject: source, emailMessage: `<p>${source}: {####}</p>` } };
    });
    const email = await signUp();
    await pool.sdk.send(new ResendConfirmationCodeCommand(user(email)));
    const ConfirmationCode = pool.findCode(email);
    await pool.sdk.send(new ConfirmSignUpCommand({ ...user(email), ConfirmationCode }));
    await pool.sdk.send(new ForgotPasswordCommand(user(email)));

    const sources = ['CustomMessage_ForgotPassword', 'CustomMessage_ResendCode', 'CustomMessage_SignUp'];
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual(sources.toReversed());
    expect(pool.mails.filter(({ to }) => to === email)).toMatchObject(
      sources.map((subject) => ({
        subject,
        text: expect.stringMatching(new RegExp(`^${subject}: \\d{6}$`)) as string,
      })),
    );
  });

  test('fails the call and sends nothing when it throws, and a later code still confirms the user', async () => {
    answerWith(() => {
      throw new Error('no text');
    });
    const email = newEmail();
    await expect(signUp(email)).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'CustomMessage failed with error no text.',
    });
    expect(pool.findCode(email)).toBe('');

    answerWith((event) => event);
    await pool.sdk.send(new ResendConfirmationCodeCommand(user(email)));
    const confirm = new ConfirmSignUpCommand({ ...user(email), ConfirmationCode: pool.findCode(email) });
    await expect(pool.sdk.send(confirm)).resolves.toBeDefined();
  });

  test.each([[null], [{}], [{ response: { emailMessage: 1 } }]])(
    'fails the call when it answers %j instead of the event',
    async (output) => {
      answerWith(() => output);
      await expect(signUp()).rejects.toMatchObject({
        name: 'InvalidLambdaResponseException',
        message: 'Unrecognizable lambda output',
      });
    },
  );

  test.each([[{ emailSubject: 'Own' }], [{ emailMessage: 'Own {####}' }]])(
    'fails the call when it sets %j, but Cognito is the sender',
    async (text) => {
      pool.cognito.createUserPool('eu-west-2_Plain123', { ...MAIL_POOL, EmailConfiguration: {} });
      pool.cognito.createUserPoolClient('plain', { ...CLIENT, UserPoolId: 'eu-west-2_Plain123' });
      answerWithText(text);
      const command = new SignUpCommand({ ClientId: 'plain', Username: newEmail(), Password: PASSWORD });
      await expect(pool.sdk.send(command)).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' });
    },
  );
});
