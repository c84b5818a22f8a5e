import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { JwtAuthorizer, NotAuthorizedError } from '../../local/gateway/jwt-authorizer.ts';
import { matchRoute } from '../../local/gateway/match-route.ts';

describe('the route that is chosen', () => {
  const routes = [
    'GET /things',
    'GET /things/{id}',
    'GET /things/special',
    'ANY /other/{rest+}',
    'POST /things',
  ].map((routeKey) => ({ routeKey }));

  it.each([
    ['GET', '/things', 'GET /things', {}],
    ['POST', '/things', 'POST /things', {}],
    ['GET', '/things/special', 'GET /things/special', {}],
    ['GET', '/things/a%20b', 'GET /things/{id}', { id: 'a b' }],
    ['GET', '/things/%E0%A4%A', 'GET /things/{id}', { id: '%E0%A4%A' }],
    ['PUT', '/other/a/b', 'ANY /other/{rest+}', { rest: 'a/b' }],
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
  ])('for %s %s is none', (method, path) => {
    expect(matchRoute(routes, method, path)).toBeUndefined();
  });

  it('falls back to $default', () => {
    expect(matchRoute([{ routeKey: '$default' }], 'GET', '/x')?.route.routeKey).toBe('$default');
  });
});

describe('the JWT authorizer', () => {
  const issuer = 'https://issuer.example/pool';
  let key: CryptoKey;
  let keys: JSONWebKeySet;

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    key = pair.privateKey;
    keys = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'RS256' }] };
  });

  const authorizer = () => new JwtAuthorizer({ issuer, audience: ['site'], keys: () => keys });

  function token(claims: Record<string, unknown>, expires: number | string = '1h'): Promise<string> {
    return new SignJWT({ iss: issuer, aud: 'site', sub: 'ada', ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setExpirationTime(expires)
      .sign(key);
  }

  it('hands the claims over as text', async () => {
    const signed = await token({ auth_time: 7, 'cognito:groups': ['a', 'b'], email_verified: true });
    expect(await authorizer().authorize(`Bearer ${signed}`)).toMatchObject({
      sub: 'ada',
      auth_time: '7',
      'cognito:groups': '[a b]',
      email_verified: 'true',
    });
  });

  it('takes an access token, which names its client otherwise', async () => {
    const signed = await token({ aud: undefined, client_id: 'site' });
    expect(await authorizer().authorize(signed)).toMatchObject({ sub: 'ada' });
  });

  it.each([
    ['for another audience', () => token({ aud: 'other' })],
    ['of another issuer', () => token({ iss: 'https://elsewhere.example' })],
    ['that has expired', () => token({}, Math.floor(Date.now() / 1_000) - 1)],
    ['that is none', () => Promise.resolve('not.a.token')],
    ['that is empty', () => Promise.resolve('')],
  ])('refuses a token %s', async (_, given) => {
    const header = `Bearer ${await given()}`;
    await expect(authorizer().authorize(header)).rejects.toBeInstanceOf(NotAuthorizedError);
  });
});
