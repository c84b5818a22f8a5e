import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  cloudWorks,
  deletedImages,
  ledgerEntries,
  s3,
  settledAttributes,
  timedOut,
} from './support/cloud.ts';
import { generate, REFUNDED, SPENT, UNAVAILABLE } from './support/generation.ts';
import { makePreview, preparePreviews, PREVIEW } from './support/preview-thread.ts';
import { IMAGE_KEY, PREVIEW_KEY } from './support/thumbnail-rows.ts';

const storedKeys = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input.Key);

/** Lets one of the uploads wait for an event. */
function mockUpload(type: 'image/png' | 'image/webp', upload: () => unknown): void {
  s3.on(PutObjectCommand).callsFake(({ ContentType }: PutObjectCommandInput) =>
    ContentType === type ? upload() : {},
  );
}

beforeEach(() => {
  cloudWorks();
});
afterEach(() => {
  makePreview.mockReset().mockImplementation(() => Promise.resolve(PREVIEW));
});

it('the preview is prepared before the model is invoked, and made while the image is uploaded', async () => {
  let finishUpload: ((result: object) => void) | undefined;
  mockUpload('image/png', () => new Promise((resolve) => (finishUpload = resolve)));
  makePreview.mockImplementation(() => {
    expect(preparePreviews).toHaveBeenCalledOnce();
    return Promise.resolve(PREVIEW);
  });

  const answer = generate();
  await vi.waitFor(() => expect(storedKeys()).toEqual([IMAGE_KEY, PREVIEW_KEY]));
  finishUpload?.({});

  expect(await answer).toMatchObject({ status: 200, body: { previewURL: expect.any(String) as string } });
  expect(settledAttributes()).toMatchObject({ imageKey: IMAGE_KEY, previewKey: PREVIEW_KEY });
});

it.each([
  ['cannot be made', () => makePreview.mockRejectedValue(new Error('not a PNG'))],
  ['cannot be stored', () => mockUpload('image/webp', () => Promise.reject(timedOut()))],
])('a preview that %s does not fail the generation', async (_, prepare) => {
  prepare();

  const { status, body } = await generate();

  expect(status).toBe(200);
  expect(body).not.toHaveProperty('previewURL');
  expect(settledAttributes()).toMatchObject({ imageKey: IMAGE_KEY });
  expect(settledAttributes()).not.toHaveProperty('previewKey');
  expect(ledgerEntries()).toEqual(SPENT);
});

it('the time for the preview ends before the reserve for the last steps', async () => {
  await generate({}, { remainingMs: 3_000 });

  const [, endAt] = makePreview.mock.calls[0] as unknown as [Uint8Array, number];
  expect(endAt).toBeLessThanOrEqual(Date.now() + 500);
});

it('an image that cannot be stored is refunded and deleted only after its preview was stored', async () => {
  mockUpload('image/png', () => Promise.reject(timedOut()));
  let finishPreview: ((preview: Uint8Array<ArrayBuffer>) => void) | undefined;
  makePreview.mockImplementation(() => new Promise((resolve) => (finishPreview = resolve)));

  const answer = generate();
  await vi.waitFor(() => expect(storedKeys()).toEqual([IMAGE_KEY]));
  expect(ledgerEntries()).toEqual(SPENT);
  finishPreview?.(PREVIEW);

  expect(await answer).toMatchObject(UNAVAILABLE);
  expect(storedKeys()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
  expect(deletedImages()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
  expect(ledgerEntries()).toEqual(REFUNDED);
});
