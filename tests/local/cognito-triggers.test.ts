import { ConfirmSignUpCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FunctionError } from '../../local/lambda/sandbox.ts';
import {
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
  userName: string;
  response: object;
}

const MAIL_POOL = {
  ...POOL,
  EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
  VerificationMessageTemplate: { EmailSubject: 'Of the pool', EmailMessage: '<p>It sends {####}</p>' },
  LambdaConfig: { CustomMessage: 'arn:aws:lambda:CustomMessage' },
};
const SCOPE = 'aws.cognito.signin.user.admin';

let pool: TestPool;
/** Returns the function's answer to an event. */
let respond: (event: Event) => unknown;
let events: Event[];

beforeAll(async () => {
  pool = await startTestPool({
    invokeTrigger: (_functionArn, event) => {
      events.push(structuredClone(event as Event));
      return Promise.resolve(event as Event).then(respond);
    },
  });
});
beforeEach(() => {
  events = [];
  respond = (event) => event;
});
afterAll(() => pool.close());

const failWith = (message: string) => () => {
  throw new Error(message);
};
const user = (Username: string) => ({ ClientId: CLIENT_ID, Username });
async function signUp(email = newEmail(), ClientMetadata?: Record<string, string>) {
  await pool.sdk.send(new SignUpCommand({ ...user(email), Password: PASSWORD, ClientMetadata }));
  return email;
}

/** The event of the real trigger for a user. */
async function describeEvent(
  email: string,
  triggerSource: string,
  { request = {}, response = {}, version = '1', email_verified = 'true', status = 'CONFIRMED' },
) {
  const { Username: sub } = await pool.adminGet(email);
  const userAttributes = { sub, email, email_verified, 'cognito:user_status': status };
  return {
    version,
    region: 'eu-west-2',
    userPoolId: POOL_ID,
    userName: sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: CLIENT_ID },
    triggerSource,
    request: { userAttributes, ...request },
    response,
  };
}

describe('the PostConfirmation trigger', () => {
  beforeAll(() => {
    const LambdaConfig = { PostConfirmation: 'arn:aws:lambda:PostConfirmation' };
    pool.cognito.createUserPool(POOL_ID, { ...POOL, LambdaConfig });
  });

  test('receives the event of Cognito when the user is confirmed', async () => {
    const email = await signUp();
    expect(events).toEqual([]);
    const clientMetadata = { from: 'a test' };
    const ConfirmationCode = pool.findCode(email);
    await pool.sdk.send(
      new ConfirmSignUpCommand({ ...user(email), ConfirmationCode, ClientMetadata: clientMetadata }),
    );
    const request = { clientMetadata };
    expect(events).toEqual([await describeEvent(email, 'PostConfirmation_ConfirmSignUp', { request })]);
  });

  test('fails the call when it throws, but the user is confirmed', async () => {
    respond = failWith('no table');
    const email = await pool.signUp();
    await expect(pool.confirm(email, pool.findCode(email))).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error no table.',
    });
    await expect(pool.signIn(email)).resolves.toBeDefined();
  });

  test.each([
    ['the third call succeeds', 3, undefined],
    ['the confirmation fails after the third call', 4, 'PostConfirmation failed with error too slow.'],
  ])('is called again when it does not answer in its time, and %s', async (_, answeredCall, message) => {
    respond = (event) => {
      if (events.length < answeredCall) throw new FunctionError('Sandbox.Timedout', 'too slow');
      return event;
    };
    const email = await pool.signUp();
    const confirmation = await pool.confirm(email, pool.findCode(email)).catch((error: unknown) => error);

    expect(confirmation instanceof Error ? confirmation.message : undefined).toBe(message);
    const event = await describeEvent(email, 'PostConfirmation_ConfirmSignUp', {});
    expect(events).toEqual([event, event, event]);
  });
});

describe('the CustomMessage trigger', () => {
  beforeAll(() => {
    pool.cognito.createUserPool(POOL_ID, MAIL_POOL);
  });

  test('receives the event of Cognito, and can leave the text of the pool', async () => {
    const clientMetadata = { from: 'a test' };
    const email = await signUp(newEmail(), clientMetadata);
    const request = {
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
      clientMetadata,
    };
    const response = { smsMessage: null, emailMessage: null, emailSubject: null };
    const unconfirmed = { email_verified: 'false', status: 'UNCONFIRMED' };
    expect(events).toEqual([
      await describeEvent(email, 'CustomMessage_SignUp', { request, response, ...unconfirmed }),
    ]);
    expect(pool.mails[0]).toMatchObject({
      subject: 'Of the pool',
      text: `It sends ${pool.findCode(email)}`,
    });
  });

  test('sets the subject and the text of the e-mail', async () => {
    respond = (event) => ({
      ...event,
      response: { emailSubject: 'Own', emailMessage: '<p>Own: {####}</p>' },
    });
    const email = await signUp();
    expect(pool.mails[0]).toMatchObject({ subject: 'Own', text: `Own: ${pool.findCode(email)}` });
  });

  test.each<[string, typeof respond, object, string]>([
    ['throws', failWith('no text'), MAIL_POOL, 'UserLambdaValidationException'],
    ['answers with nothing', () => null, MAIL_POOL, 'InvalidLambdaResponseException'],
    ['answers with another object', () => ({}), MAIL_POOL, 'InvalidLambdaResponseException'],
    [
      'sets a text without the placeholder',
      (event) => ({ ...event, response: { emailMessage: 'Own' } }),
      MAIL_POOL,
      'InvalidParameterException',
    ],
    [
      'sets a text, but Cognito is the sender',
      (event) => ({ ...event, response: { emailSubject: 'Own' } }),
      { ...MAIL_POOL, EmailConfiguration: {} },
      'InvalidLambdaResponseException',
    ],
  ])('fails the call and sends nothing when it %s', async (_, answer, properties, name) => {
    pool.cognito.createUserPool(POOL_ID, properties);
    respond = answer;
    const sent = pool.mails.length;
    await expect(signUp()).rejects.toMatchObject({ name });
    expect(pool.mails).toHaveLength(sent);
  });
});

describe('the pre token generation trigger', () => {
  let email: string;
  beforeAll(async () => {
    const PreTokenGenerationConfig = { LambdaArn: 'arn:aws:lambda:PreToken', LambdaVersion: 'V2_0' };
    pool.cognito.createUserPool(POOL_ID, { ...POOL, LambdaConfig: { PreTokenGenerationConfig } });
    email = await pool.createUser();
  });

  test('receives the event of Cognito at a sign-in and at a refresh, and keeps the scope', async () => {
    const { access, refresh } = await pool.signIn(email);
    await pool.refresh(refresh);
    const groupConfiguration = { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null };
    const more = {
      version: '2',
      request: { groupConfiguration, scopes: [SCOPE] },
      response: { claimsAndScopeOverrideDetails: null },
    };
    expect(events).toEqual([
      await describeEvent(email, 'TokenGeneration_Authentication', more),
      await describeEvent(email, 'TokenGeneration_RefreshTokens', more),
    ]);
    await expect(pool.getUser(access)).resolves.toBeDefined();
  });

  test('fails a sign-in, and a refresh without using up its token, when it throws', async () => {
    const { refresh } = await pool.signIn(email);
    respond = failWith('no memory');
    const failure = { message: 'PreTokenGeneration failed with error no memory.' };
    await expect(pool.signIn(email)).rejects.toMatchObject(failure);
    await expect(pool.refresh(refresh)).rejects.toMatchObject(failure);
    respond = (event) => event;
    await expect(pool.refresh(refresh)).resolves.toBeDefined();
  });

  test('fails the sign-in when it changes what is not emulated', async () => {
    const claimsAndScopeOverrideDetails = { accessTokenGeneration: { claimsToSuppress: ['username'] } };
    respond = (event) => ({ ...event, response: { claimsAndScopeOverrideDetails } });
    await expect(pool.signIn(email)).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' });
  });
});
