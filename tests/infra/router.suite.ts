import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { full, prod, type Cloud } from './support/cloud.ts';

describe('the router', () => {
  /** The event's request, and what the function makes of it. */
  function route(cloud: Cloud, path: string, host: string) {
    const { FunctionCode: code } = cloud.one('AWS::CloudFront::Function', 'SiteRouter').Properties;
    const [uri, query = ''] = path.split('?');
    const parts = [...new URLSearchParams(query)].map(([name, value]) => [name, { value }] as const);
    const request = {
      uri,
      querystring: Object.fromEntries(parts),
      method: 'GET',
      headers: { host: { value: host } },
    };
    const context = { request: { ...request } };
    const result: unknown = runInNewContext(`${String(code)}; handler({ request });`, context);
    return { request, result };
  }

  it.each([
    ['/', '/index.html'],
    ['/?session_id=1', '/index.html'],
    ['/auth', '/auth.html'],
    ['/developers', '/developers.html'],
    ['/auth?view=sign_up', '/app.html'],
    ['/buy-credits', '/app.html'],
    ['/auth/', '/app.html'],
    ['/a.b/c', '/app.html'],
    ['/index.html', '/app.html'],
    ['/config.json', '/config.json'],
  ])('serves for the path %s the file %s, with and without a custom domain', (path, file) => {
    for (const [cloud, host] of [
      [prod, 'd1.cloudfront.net'],
      [full, 'thumbs.example.com'],
    ] as const) {
      const { request, result } = route(cloud, path, host);
      expect(result).toEqual({ ...request, uri: file });
    }
  });

  it.each(['/.well-known', '/.well-known/oauth-protected-resource', '/.well-known/security.txt'])(
    'answers 404 for %s, which is no page',
    (path) => {
      for (const [cloud, host] of [
        [prod, 'd1.cloudfront.net'],
        [full, 'thumbs.example.com'],
      ] as const) {
        expect(route(cloud, path, host).result).toEqual({ statusCode: 404, statusDescription: 'Not Found' });
      }
    },
  );

  it.each(['/', '/assets/x.js', '/auth?view=sign_up&a=b'])(
    'leads from the name that CloudFront assigned to the custom domain: %s',
    (path) => {
      expect(route(full, path, 'd1.cloudfront.net').result).toEqual({
        statusCode: 302,
        statusDescription: 'Found',
        headers: { location: { value: `https://thumbs.example.com${path}` } },
      });
    },
  );
});
