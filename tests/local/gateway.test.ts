import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../local/emulators/serve.ts';
import { HttpApi, matchRoute } from '../../local/gateway/http-api.ts';
import {
  JwtAuthorizer,
  NotAuthorizedError,
  DeniedError,
  LambdaAuthorizer,
} from '../../local/gateway/authorizers.ts';
import { RequestTooLargeError, type Functions } from '../../local/lambda/functions.ts';

const ISSUER = 'https://issuer.example/pool';
let key: CryptoKey;
let keys: JSONWebKeySet;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'RS256' }] };
});

const authorizer = new JwtAuthorizer({ issuer: ISSUER, audience: ['site'], keys: () => keys });

function signToken(claims: Record<string, unknown>, expires: number | string = '1h'): Promise<string> {
  return new SignJWT({ iss: ISSUER, aud: 'site', sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setExpirationTime(expires)
    .sign(key);
}

describe('the route of an HTTP API', () => {
  const routes = ['GET /things', 'GET /things/{id}', 'GET /things/special', 'POST /things'].map(
    (routeKey) => ({ routeKey }),
  );

  it.each([
    ['GET', '/things', 'GET /things', {}],
    ['POST', '/things', 'POST /things', {}],
    ['GET', '/things/special', 'GET /things/special', {}],
    ['GET', '/things/a%20b', 'GET /things/{id}', { id: 'a b' }],
    ['GET', '/things/%E0%A4%A', 'GET /things/{id}', { id: '%E0%A4%A' }],
  ])('for %s %s is %s', (method, path, routeKey, pathParameters) => {
    const match = matchRoute(routes, method, path);
    expect(match?.route.routeKey).toBe(routeKey);
    expect(match?.pathParameters).toEqual(pathParameters);
  });

  it.each([
    ['DELETE', '/things'],
    ['GET', '/things/'],
    ['GET', '/things/a/b'],
    ['GET', '/'],
  ])('does not exist for %s %s', (method, path) => {
    expect(matchRoute(routes, method, path)).toBeUndefined();
  });
});

describe('the JWT authorizer', () => {
  it('returns every claim of the token as a string, and no claim that the token lacks', async () => {
    const signed = await signToken({
      exp: undefined,
      auth_time: 7,
      'cognito:groups': ['a', 'b'],
      email_verified: true,
    });
    const { jwt } = await authorizer.authorize(`Bearer ${signed}`);
    expect(jwt.claims).toEqual({
      iss: ISSUER,
      aud: 'site',
      sub: 'ada',
      exp: expect.stringMatching(/^\d+$/) as string,
      auth_time: '7',
      'cognito:groups': '[a b]',
      email_verified: 'true',
    });
    expect(await authorizer.authorize(await signToken({}))).not.toHaveProperty('email_verified');
  });

  it('accepts an access token, which has the audience in client_id', async () => {
    const signed = await signToken({ aud: undefined, client_id: 'site' });
    expect(await authorizer.authorize(signed)).toMatchObject({ jwt: { claims: { sub: 'ada' } } });
  });

  const sign = (claims: JWTPayload, signingKey: CryptoKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(signingKey);
  it.each([
    ['for another audience', () => signToken({ aud: 'other' })],
    ['for another client', () => signToken({ aud: undefined, client_id: 'other' })],
    ['of another issuer', () => signToken({ iss: 'https://elsewhere.example' })],
    ['that has expired', () => signToken({}, Math.floor(Date.now() / 1_000) - 1)],
    ['that never expires', () => sign({ iss: ISSUER, aud: 'site' }, key)],
    [
      'that another key signed',
      async () => sign({ iss: ISSUER, aud: 'site', exp: 4e9 }, (await generateKeyPair('RS256')).privateKey),
    ],
    ['in another format', () => Promise.resolve('not.a.token')],
  ])('refuses a token %s', async (_, createToken) => {
    const header = `Bearer ${await createToken()}`;
    await expect(authorizer.authorize(header)).rejects.toBeInstanceOf(NotAuthorizedError);
  });
});

describe('the Lambda authorizer', () => {
  let decision: unknown;
  const invoke = vi.fn((_arn: string, _event: unknown) => Promise.resolve(decision));
  const functions = { invoke: invoke as Functions['invoke'] };
  const keys = new LambdaAuthorizer({ functionArn: 'arn:keys', functions, cacheSeconds: 30 });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    invoke.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  it('passes the context of a decision on, which it keeps for the time of its cache', async () => {
    decision = { isAuthorized: true, context: { userId: 'ada' } };

    expect(await keys.authorize('Bearer one')).toEqual({ lambda: { userId: 'ada' } });
    decision = { isAuthorized: false };
    expect(await keys.authorize('Bearer one')).toEqual({ lambda: { userId: 'ada' } });
    await expect(keys.authorize('Bearer two')).rejects.toBeInstanceOf(DeniedError);
    vi.advanceTimersByTime(29_000);
    expect(await keys.authorize('Bearer one')).toEqual({ lambda: { userId: 'ada' } });
    vi.advanceTimersByTime(1_000);
    await expect(keys.authorize('Bearer one')).rejects.toBeInstanceOf(DeniedError);
    expect(invoke.mock.calls.map(([arn, event]) => [arn, event])).toMatchObject([
      ['arn:keys', { version: '2.0', type: 'REQUEST', headers: { authorization: 'Bearer one' } }],
      ['arn:keys', { headers: { authorization: 'Bearer two' } }],
      ['arn:keys', { headers: { authorization: 'Bearer one' } }],
    ]);
  });

  it('is not called without its header', async () => {
    await expect(keys.authorize(undefined)).rejects.toBeInstanceOf(NotAuthorizedError);
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe('an HTTP API', () => {
  type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
  let event: Event | undefined;
  let result: unknown;
  const api = new HttpApi('api-id', {
    invoke: (_arn, given) => {
      event = given as Event;
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    },
  });
  api.routes.push(
    { routeKey: 'POST /open/{id}', functionArn: 'arn:open', authorizer: undefined },
    { routeKey: 'GET /closed', functionArn: 'arn:closed', authorizer },
  );
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve('the API', 0, (request, response) => api.handle(request, response));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    event = undefined;
    result = { statusCode: 200 };
  });

  const call = (path: string, init: RequestInit = {}) => fetch(server.endpoint + path, init);
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    call('/open/a%20b?tag=1&tag=2&q=x', { method: 'POST', headers, body });

  it('passes the request in payload format 2.0', async () => {
    await post('{"a":"é"}', { 'content-type': 'application/json', 'X-Name': 'v' });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /open/{id}',
      rawPath: '/open/a%20b',
      rawQueryString: 'tag=1&tag=2&q=x',
      headers: { 'content-type': 'application/json', 'x-name': 'v' },
      queryStringParameters: { tag: '1,2', q: 'x' },
      pathParameters: { id: 'a b' },
      requestContext: {
        http: { method: 'POST', path: '/open/a%20b', sourceIp: '127.0.0.1' },
        stage: '$default',
      },
      body: '{"a":"é"}',
      isBase64Encoded: false,
    });
    expect(event?.requestContext).not.toHaveProperty('authorizer');
  });

  it('passes the claims of the token, and omits what the request does not have', async () => {
    const token = await signToken({ email_verified: false });
    await call('/closed', { headers: { authorization: `Bearer ${token}` } });
    expect(event?.requestContext.authorizer.jwt.claims).toMatchObject({
      sub: 'ada',
      email_verified: 'false',
    });
    for (const name of ['body', 'queryStringParameters', 'pathParameters']) {
      expect(event).not.toHaveProperty(name);
    }
    expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
  });

  it('answers with the status, the headers and the body of the function', async () => {
    result = { statusCode: 201, headers: { 'x-count': '3' }, body: 'é' };
    const response = await post('x');
    expect([response.status, response.headers.get('x-count'), await response.text()]).toEqual([
      201,
      '3',
      'é',
    ]);
  });

  it.each([
    ['a missing token', () => call('/closed'), 401, 'unauthorized'],
    ['an unknown route', () => call('/elsewhere'), 404, 'not_found'],
    ['a body of more than 10 MB', () => post(Buffer.alloc(10 * 1024 * 1024 + 1)), 413, 'invalid_request'],
  ])('answers %s itself, without a call of the function', async (_, send, status, code) => {
    const response = await send();
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toMatchObject({ message: expect.any(String) as string, code });
    expect(event).toBeUndefined();
  });

  it('answers 413 when the event is larger than Lambda accepts', async () => {
    result = new RequestTooLargeError(7_000_000);
    const response = await post('x');
    expect(response.status).toBe(413);
    await expect(response.json()).resolves.toMatchObject({ message: 'Request Entity Too Large' });
  });

  it.each([[new Error('it threw')], [{ body: 'no status' }], [{ statusCode: 200, cookies: [] }]])(
    'answers 500 when the function returns %j',
    async (given) => {
      result = given;
      const response = await post('x');
      expect(response.status).toBe(500);
      await expect(response.json()).resolves.toMatchObject({ message: 'Internal Server Error' });
    },
  );
});
