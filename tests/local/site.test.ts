import { createServer, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listen, stop } from '../../local/emulators/serve.ts';
import { BucketFiles } from '../../local/site/bucket-files.ts';
import { Distribution } from '../../local/site/distribution.ts';
import { EdgeFunction } from '../../local/site/edge-function.ts';

const SCRIPT = 'console.log("the same line again and again");\n'.repeat(100);
const files = new BucketFiles();
const put = (path: string, text: string) =>
  files.put('site', path, { bytes: Buffer.from(text), cacheControl: 'no-cache' });
put('main.js', SCRIPT);
put('small.js', 'x');
put('font.woff2', SCRIPT);
put('plain/main.js', SCRIPT);

const behavior = { origin: { kind: 'bucket', name: 'site' }, viewerRequest: undefined, headers: {} } as const;
const byQuery = new EdgeFunction(
  "function handler({ request }) { request.uri = '/' + (request.querystring.page?.value ?? 'main') + '.js'; return request; }",
);
const site = new Distribution({
  behaviors: [
    { ...behavior, pathPattern: '/chosen', compress: false, viewerRequest: byQuery },
    { ...behavior, pathPattern: '/plain/*', compress: false },
    { ...behavior, pathPattern: '*', compress: true },
  ],
  defaultRootObject: 'index.html',
  files,
});

const server = createServer((request, response) => void site.handle(request, response));
let address = '';
beforeAll(async () => {
  address = (await listen(server, 0, 'The site')).endpoint;
});
afterAll(() => stop(server));

/** What goes over the wire: `fetch` would unpack it. */
function get(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      request(`${address}${path}`, { headers }, (response) => {
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

describe('a function on the way in', () => {
  it.each([
    ['/chosen', SCRIPT],
    ['/chosen?page=small', 'x'],
  ])('chooses the file for %s from the path and the query', async (path, text) => {
    const { status, bytes } = await get(path, {});

    expect(status).toBe(200);
    expect(bytes.toString()).toBe(text);
  });
});

describe('a file of the site', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=1.0, gzip;q=0.8', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('goes to who takes %s as %s', async (accepted, encoding, decompress) => {
    const { headers, bytes } = await get('/main.js', { 'accept-encoding': accepted });

    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(headers['etag']).toMatch(/^W\/"/);
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10);
    expect(decompress(bytes).toString()).toBe(SCRIPT);
  });

  it.each([
    ['to who takes it no other way', '/main.js', 'identity'],
    ['when it is too small to gain', '/small.js', 'br'],
    ['of a type that is compressed in itself', '/font.woff2', 'br'],
    ['where the behaviour does not compress', '/plain/main.js', 'br'],
  ])('goes as it is %s', async (_, path, accepted) => {
    const { headers } = await get(path, { 'accept-encoding': accepted });

    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['etag']).toMatch(/^"/);
  });

  it('is not sent again to who has it, compressed or not', async () => {
    const { headers } = await get('/main.js', { 'accept-encoding': 'br' });
    const tag = String(headers['etag']);

    for (const known of [tag, tag.replace('W/', '')]) {
      const { status, bytes } = await get('/main.js', { 'accept-encoding': 'br', 'if-none-match': known });
      expect([status, bytes.length]).toEqual([304, 0]);
    }
  });
});
