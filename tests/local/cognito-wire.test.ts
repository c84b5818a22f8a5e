import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlToText } from '../../local/emulators/cognito/html-to-text.ts';
import { CLIENT, type CognitoWorld, POOL, POOL_ID, startWorld } from './cognito-world.ts';

let world: CognitoWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const post = (operation: string, body: string) =>
  fetch(world.cognito.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      origin: 'http://localhost:5173',
    },
    body,
  });

describe('the protocol', () => {
  test('lets a browser of any origin call, with the headers Amplify sends', async () => {
    const asked = 'cache-control,content-type,x-amz-target,x-amz-user-agent';
    const preflight = await fetch(world.cognito.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST,OPTIONS',
      'access-control-allow-headers': asked,
    });
  });

  test('answers errors as the service does', async () => {
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

  test('names an operation it does not have', async () => {
    await expect(world.sdk.send(new ListUsersCommand({ UserPoolId: POOL_ID }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local Cognito does not implement ListUsers.',
    });
  });

  test.each([
    ['{"ClientId":', 'SerializationException', 'not JSON'],
    ['{}', 'InvalidParameterException', "2 validation errors detected: Value at 'clientId' failed"],
    ['null', 'InvalidParameterException', '1 validation error detected'],
    [`"${'x'.repeat(300_000)}"`, 'SerializationException', 'too large'],
  ])('refuses the body %.20s', async (body, __type, message) => {
    const response = await post('SignUp', body);
    expect(response.status).toBe(400);
    await expect(response.json()).resolves.toEqual({
      __type,
      message: expect.stringContaining(message) as string,
    });
  });

  test('says what it is to whoever opens it in a browser', async () => {
    const response = await fetch(world.cognito.endpoint);
    await expect(response.json()).resolves.toMatchObject({ __type: 'UnknownOperationException' });
    const keys = await fetch(`${world.cognito.endpoint}/eu-west-2_Nobody/.well-known/jwks.json`);
    await expect(keys.json()).resolves.toMatchObject({
      message: 'User pool eu-west-2_Nobody does not exist.',
    });
  });
});

describe('what CloudFormation describes', () => {
  test('names a pool as the real one would be', () => {
    expect(
      world.cognito.createUserPool(POOL_ID, { ...POOL, UserPoolName: 'ignored', UserPoolTags: {} }),
    ).toEqual({
      id: POOL_ID,
      arn: `arn:aws:cognito-idp:eu-west-2:000000000000:userpool/${POOL_ID}`,
      providerName: `cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`,
    });
    expect(world.cognito.issuer(POOL_ID)).toBe(`https://cognito-idp.eu-west-2.amazonaws.com/${POOL_ID}`);
  });

  test.each([
    ['phone sign-in', { UsernameAttributes: ['phone_number'] }, 'UsernameAttributes: must be [email]'],
    ['MFA', { MfaConfiguration: 'ON' }, 'MfaConfiguration: must be OFF'],
    ['case in addresses', { UsernameConfiguration: { CaseSensitive: true } }, 'CaseSensitive must be false'],
    ['a trigger it does not run', { LambdaConfig: { PreTokenGeneration: 'arn' } }, 'PreTokenGeneration'],
    [
      'links',
      { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } },
      'need a hosted domain',
    ],
  ])('refuses a pool with %s', (_what, change, complaint) => {
    expect(() => world.cognito.createUserPool('eu-west-2_Refused', { ...POOL, ...change })).toThrow(
      complaint,
    );
  });

  test('refuses a client with a secret, and one of no pool', () => {
    const make = (change: object) => () =>
      world.cognito.createUserPoolClient('refused', { ...CLIENT, ...change });
    expect(make({ GenerateSecret: true })).toThrow('clients with a secret are not emulated');
    expect(make({ UserPoolId: 'eu-west-2_Nobody' })).toThrow('User pool eu-west-2_Nobody does not exist.');
  });
});

test.each([
  ['It is 123456.\n\nBye', 'It is 123456.\n\nBye'],
  ['2 < 3 & 4 > 1', '2 < 3 & 4 > 1'],
  ['<p>Hello</p>\n<p>It is <b>123456</b>.</p>', 'Hello\n\nIt is 123456.'],
  ['<a href="https://a.example/?x=1&amp;y=2">Open</a>', 'Open (https://a.example/?x=1&y=2)'],
  ["<A class='x' href='https://a.example'>https://a.example</A>", 'https://a.example'],
  ['<style>p { color: red }</style><div>A&nbsp;&#38;&#x26;&unknown;</div><div>B</div>', 'A &&&unknown;\nB'],
])('the text of %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
