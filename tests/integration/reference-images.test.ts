import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReferenceImageResponse } from '#contract/endpoints/reference-requests.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { JPEGS } from '../support/jpegs.ts';
import { addCreator, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectDeleted, expectInvariants } from './support/invariants.ts';

const JPEG = JPEGS.baseline;
const HEADERS = { 'content-type': 'image/jpeg', 'if-none-match': '*' };

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
});

async function permitUpload(bytes = JPEG.length) {
  const answer = await creator.post('/api/reference-images', { contentType: 'image/jpeg', bytes });
  const { id, upload } = createReferenceImageResponse.parse(answer.body);
  return { id, key: `references/${creator.userId}/${id}`, ...upload };
}

const put = (url: string, body: Buffer, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });

describe('the upload of a reference image', () => {
  it('stores it under the id of the user, until the account is deleted', async () => {
    const { key, url, headers } = await permitUpload();

    expect((await put(url, JPEG, headers)).status).toBe(200);

    expect(await inspector.images(creator.userId)).toEqual([key]);
    await creator.closeAccount();
    await expectDeleted(cloud, inspector, creator);
  });

  it.each<[string, (url: string) => Promise<Response>]>([
    ['another size', (url) => put(url, Buffer.concat([JPEG, JPEG]), HEADERS)],
    ['another type', (url) => put(url, JPEG, { ...HEADERS, 'content-type': 'text/html' })],
    ['another condition', (url) => put(url, JPEG, { 'content-type': 'image/jpeg' })],
    ["another user's folder", (url) => put(url.replace(creator.userId, randomUUID()), JPEG, HEADERS)],
  ])('is refused with %s, and stores nothing', async (_, send) => {
    const { url } = await permitUpload();

    const response = await send(url);

    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>SignatureDoesNotMatch</Code>');
    expect(await inspector.images(creator.userId)).toEqual([]);
  });

  it('is for one use: a second upload is refused and replaces nothing', async () => {
    const { key, url, headers } = await permitUpload();
    await put(url, JPEG, headers);

    const response = await put(url, Buffer.from(JPEG).fill(0), headers);

    expect([response.status, await response.text()]).toEqual([
      412,
      expect.stringContaining('<Code>PreconditionFailed</Code>'),
    ]);
    expect(await inspector.readImage(key)).toEqual(JPEG);
  });

  it('is all that the page of another origin than the bucket may do with it', async () => {
    const { url } = await permitUpload();
    const preflight = async (method: string) =>
      (
        await fetch(url, {
          method: 'OPTIONS',
          headers: {
            origin: cloud.url,
            'access-control-request-method': method,
            'access-control-request-headers': 'content-type,if-none-match',
          },
        })
      ).status;

    expect(await preflight('PUT')).toBe(200);
    expect(await preflight('GET')).toBe(403);
  });
});

it('An uploaded file that is not an image is refused by the generation that uses it, which takes no credit', async () => {
  const file = Buffer.from('<svg/>');
  const { id, key, url, headers } = await permitUpload(file.length);
  expect((await put(url, file, headers)).status).toBe(200);

  const answer = await creator.generate('a castle', { reference: { kind: 'image', id, use: 'style' } });

  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'reference_invalid',
      charge: 'refunded',
      error: expect.stringContaining('not a JPEG') as string,
    },
  });
  expect(await inspector.images(creator.userId)).toEqual([key]);
  expect(await creator.credits()).toBe(WELCOME);
  await expectInvariants(inspector, creator.userId);
});
