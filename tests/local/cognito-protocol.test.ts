import { AdminDeleteUserCommand, ListGroupsCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertHtmlToText } from '../../local/emulators/cognito/code-email.ts';
import { CLIENT, POOL, POOL_ID, startTestPool, type TestPool } from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

const post = (operation: string, body: string) =>
  fetch(pool.cognito.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      origin: 'http://localhost:5173',
    },
    body,
  });

describe('the Cognito protocol', () => {
  test('allows a browser of any origin to call with the headers that Amplify sends', async () => {
    const requested = 'cache-control,content-type,x-amz-target,x-amz-user-agent';
    const preflight = await fetch(pool.cognito.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST,OPTIONS',
      'access-control-allow-headers': requested,
    });
  });

  test('reports an error in the body and in the headers, which a browser may read', async () => {
    const response = await post('GetUser', '{"AccessToken":"nothing"}');
    expect(response.status).toBe(400);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-amzn-errortype') as string,
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-errortype': 'NotAuthorizedException:',
      'x-amzn-errormessage': 'Invalid Access Token',
      'x-amzn-requestid': expect.any(String) as string,
    });
    await expect(response.json()).resolves.toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid Access Token',
    });
  });

  test('answers an operation that is not emulated with its name', async () => {
    await expect(pool.sdk.send(new ListGroupsCommand({ UserPoolId: POOL_ID }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local Cognito does not implement ListGroups.',
    });
  });
});

describe('a user pool of a template', () => {
  test('gets the ARN and the issuer of the real pool', () => {
    const properties = { ...POOL, UserPoolName: 'ignored', UserPoolTags: {} };
    expect(pool.cognito.createUserPool(POOL_ID, properties)).toEqual({
      id: POOL_ID,
      arn: `arn:aws:cognito-idp:eu-west-2:000000000000:userpool/${POOL_ID}`,
      providerName: `cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`,
    });
    expect(pool.cognito.issuer(POOL_ID)).toBe(`https://cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`);
  });

  test.each([
    [{ MfaConfiguration: 'ON' }, 'MfaConfiguration: must be OFF'],
    [
      { Policies: { PasswordPolicy: { MinimumLength: 8, RequireSymbols: true } } },
      'RequireSymbols: must be false',
    ],
    [{ LambdaConfig: { PreTokenGeneration: 'arn' } }, 'PreTokenGeneration'],
  ])('is rejected with the properties %j', (properties, message) => {
    const create = () => pool.cognito.createUserPool('eu-west-2_Rejected', { ...POOL, ...properties });
    expect(create).toThrow(message);
  });

  test.each([
    [{ GenerateSecret: true }, 'clients with a secret are not emulated'],
    [{ UserPoolId: 'eu-west-2_Missing' }, 'User pool eu-west-2_Missing does not exist.'],
  ])('cannot have a client with %j', (properties, message) => {
    const create = () => pool.cognito.createUserPoolClient('rejected', { ...CLIENT, ...properties });
    expect(create).toThrow(message);
  });
});

test('a deleted user loses every token, and the e-mail address can sign up again', async () => {
  const email = await pool.createUser();
  const { access } = await pool.signIn(email);
  await pool.sdk.send(new AdminDeleteUserCommand({ UserPoolId: POOL_ID, Username: email }));
  await expect(pool.getUser(access)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(pool.adminGet(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(pool.signIn(await pool.createUser(email))).resolves.toBeDefined();
});

test.each([
  ['It is 123456.\n\nBye', 'It is 123456.\n\nBye'],
  ['<p>Hello</p>\n<p>It is <b>123456</b>.</p>', 'Hello\n\nIt is 123456.'],
  ['<a href="https://a.example/?x=1&amp;y=2">Open</a>', 'Open (https://a.example/?x=1&y=2)'],
  ['<div>A&nbsp;&#39;&unknown;</div><div>B</div>', "A '&unknown;\nB"],
])('an e-mail with the body %j reads as its plain text', (html, text) => {
  expect(convertHtmlToText(html)).toBe(text);
});
