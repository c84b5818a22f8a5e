import { ListGroupsCommand } from '@aws-sdk/client-cognito-identity-provider';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertHtmlToText } from '../../local/emulators/cognito/code-email.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { CLIENT, PASSWORD, POOL, POOL_ID, startTestPool, type TestPool } from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

describe('the Cognito emulator', () => {
  it('allows a page of any origin to call it and to read its errors', async () => {
    const origin = 'http://localhost:5173';
    const requested = 'cache-control,content-type,x-amz-target,x-amz-user-agent';
    const preflight = await fetch(pool.cognito.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      },
    });
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': requested,
    });

    const headers = { origin, 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' };
    const answer = await fetch(pool.cognito.endpoint, {
      method: 'POST',
      headers,
      body: '{"AccessToken":"nothing"}',
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect(await answer.json()).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid Access Token',
    });
  });

  it('answers an operation that is not emulated with its name', async () => {
    await expect(pool.sdk.send(new ListGroupsCommand({ UserPoolId: POOL_ID }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local Cognito does not implement ListGroups.',
    });
  });

  it.each([
    [{ MfaConfiguration: 'ON' }, 'MfaConfiguration: Invalid input'],
    [{ LambdaConfig: { PreTokenGeneration: 'arn' } }, 'PreTokenGeneration'],
  ])('rejects a pool with the properties %j', (properties, message) => {
    expect(() => pool.cognito.createUserPool('pool_2', { ...POOL, ...properties })).toThrow(message);
  });

  it.each([
    [{ GenerateSecret: true }, 'GenerateSecret: Invalid input'],
    [{ UserPoolId: 'eu-west-2_Missing' }, 'User pool eu-west-2_Missing does not exist.'],
  ])('rejects a client with the properties %j', (properties, message) => {
    expect(() => pool.cognito.createUserPoolClient('two', { ...CLIENT, ...properties })).toThrow(message);
  });
});

it('The file of a user pool has each code before its e-mail leaves, and no password or token', async () => {
  await withTempFolder('cognito', async (dataDir) => {
    const path = join(dataDir, `${POOL_ID}.json`);
    const atDelivery: string[] = [];
    const stored = await startTestPool({
      dataDir,
      deliver: ({ code }) => {
        if (readFileSync(path, 'utf8').includes(`"digits":"${code}"`)) atDelivery.push(code);
      },
    });
    const email = await stored.signUp();
    const [code = 'none'] = atDelivery;
    await stored.confirm(email, code);
    const { refresh } = await stored.signIn(email);
    const content = readFileSync(path, 'utf8');
    await stored.close();

    expect(content).not.toContain(PASSWORD);
    expect(content).not.toContain(refresh);
    expect(statSync(path).mode & 0o777).toBe(0o600);

    writeFileSync(path, '{"users":');
    await expect(startTestPool({ dataDir })).rejects.toThrow(
      `${path} is not the state of an emulator. Move it`,
    );
  });
});

it.each([
  ['It is 123456.\n\nBye', 'It is 123456.\n\nBye'],
  ['<p>Hello</p>\n<p>It is <b>123456</b>.</p>', 'Hello\n\nIt is 123456.'],
  ['<a href="https://a.example/?x=1&amp;y=2">Open</a>', 'Open (https://a.example/?x=1&y=2)'],
  ['<div>A&nbsp;&#39;&unknown;</div><div>B</div>', "A '&unknown;\nB"],
])('An e-mail with the body %j reads as its plain text', (html, text) => {
  expect(convertHtmlToText(html)).toBe(text);
});
