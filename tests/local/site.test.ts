import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliDecompressSync } from 'node:zlib';
import { serve } from '../../local/emulators/serve.ts';
import { HttpApi } from '../../local/gateway/http-api.ts';
import { BucketFiles } from '../../local/site/bucket-files.ts';
import { Distribution, EdgeFunction } from '../../local/site/distribution.ts';

const SCRIPT = 'console.log("the same line again and again");\n'.repeat(100);
const files = new BucketFiles();
const put = (path: string, text: string) =>
  files.put('site', path, { bytes: Buffer.from(text), cacheControl: 'no-cache' });
put('main.js', SCRIPT);
put('small.js', 'x');
put('font.woff2', SCRIPT);
put('plain/main.js', SCRIPT);
put('index.html', '<!doctype html>');
put('a b.txt', 'space');

const behavior = { origin: { kind: 'bucket', name: 'site' }, viewerRequest: undefined, headers: {} } as const;
const byQuery = new EdgeFunction(
  "function handler({ request }) { if (request.querystring.page?.value === 'none') return { statusCode: 404 }; request.uri = '/' + (request.querystring.page?.value ?? 'main') + '.js'; return request; }",
);
const api = new HttpApi('api-id', {
  invoke: (_arn, event) => Promise.resolve({ statusCode: 200, body: (event as { rawPath: string }).rawPath }),
});
api.routes.push({ routeKey: 'POST /api/{name}', functionArn: 'arn', authorizer: undefined });
const site = new Distribution({
  behaviors: [
    {
      pathPattern: 'api/*',
      origin: { kind: 'api', api },
      viewerRequest: undefined,
      compress: false,
      headers: { 'x-policy': 'api' },
    },
    { ...behavior, pathPattern: '/chosen', compress: false, viewerRequest: byQuery },
    { ...behavior, pathPattern: '/plain/*', compress: false },
    { ...behavior, pathPattern: '*', compress: true, headers: { 'x-policy': 'site' } },
  ],
  defaultRootObject: 'index.html',
  findFile: (bucket, path) => Promise.resolve(files.find(bucket, path)),
});

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve('the site', 0, (incoming, response) => site.handle(incoming, response));
});
afterAll(() => server.close());

/** Returns the bytes as they are sent: `fetch` would decompress them. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      request(`${server.endpoint}${path}`, { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('a distribution', () => {
  it('sends a request to the first behavior whose pattern matches the path', async () => {
    const response = await get('/api/x', {}, 'POST');
    expect(response).toMatchObject({ status: 200, headers: { 'x-policy': 'api' } });
    expect(response.bytes.toString()).toBe('/api/x');
    expect((await get('/apix')).headers).toMatchObject({ 'x-policy': 'site' });
  });

  it.each([
    ['GET', '/', 200, '<!doctype html>'],
    ['HEAD', '/index.html', 200, ''],
    ['GET', '/a%20b.txt', 200, 'space'],
    ['GET', '/missing.js', 403, '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'],
    ['POST', '/index.html', 403, ''],
  ])('answers %s %s of a bucket with %i', async (method, path, status, text) => {
    const response = await get(path, {}, method);
    expect(response.status).toBe(status);
    expect(response.bytes.toString()).toBe(text);
    expect(response.headers).toMatchObject({ 'x-policy': 'site' });
  });
});

describe('a CloudFront Function on the viewer request', () => {
  it.each([
    ['/chosen', SCRIPT],
    ['/chosen?page=small', 'x'],
  ])('selects the file for %s by the path and the query', async (path, text) => {
    const { status, bytes } = await get(path, {});

    expect(status).toBe(200);
    expect(bytes.toString()).toBe(text);
  });

  it('answers itself if it returns a response', async () => {
    const { status, bytes } = await get('/chosen?page=none', {});

    expect([status, bytes.toString()]).toEqual([404, '']);
  });
});

describe('a file of the site', () => {
  it('is sent with Brotli to a viewer that accepts it', async () => {
    const { headers, bytes } = await get('/main.js', { 'accept-encoding': 'gzip, deflate, br;q=1.0, zstd' });

    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(headers['etag']).toMatch(/^W\/"/);
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10);
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
  });

  it.each([
    ['for a viewer that does not accept it', '/main.js', 'identity'],
    ['when it is too small', '/small.js', 'br'],
    ['when its type is already compressed', '/font.woff2', 'br'],
    ['when the behavior does not compress', '/plain/main.js', 'br'],
  ])('is not compressed %s', async (_, path, accepted) => {
    const { headers } = await get(path, { 'accept-encoding': accepted });

    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['etag']).toMatch(/^"/);
  });

  it('is not sent again to a viewer that has it, compressed or not', async () => {
    const { headers } = await get('/main.js', { 'accept-encoding': 'br' });
    const tag = String(headers['etag']);

    for (const known of [tag, tag.replace('W/', '')]) {
      const { status, bytes } = await get('/main.js', { 'accept-encoding': 'br', 'if-none-match': known });
      expect([status, bytes.length]).toEqual([304, 0]);
    }
  });
});
