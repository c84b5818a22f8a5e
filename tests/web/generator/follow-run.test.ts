import { expect, it, vi } from 'vitest';
import { followRun } from '../../../web/src/features/generator/model/follow-run.ts';
import type { Run } from '../../../web/src/features/generator/model/runs.ts';
import { deferred, fakeFetch, refusal } from '../support/fake-api.ts';
import { ADA, generated } from '../support/site.tsx';

const follow = (run: Partial<Run>, signal = new AbortController().signal) =>
  followRun({ id: 'g1', userId: ADA.id, batchId: 'b1', startedAt: 1, ...run }, signal, () => undefined);

const INPUT = { prompt: 'a castle', negativePrompt: '', model: undefined, channelUrl: undefined };

/** An input with an image whose upload has this id. */
function withImage(id: Promise<string>) {
  const getId = vi.fn(() => id);
  const image = { userId: ADA.id, image: { file: new File(['x'], 'a.png'), src: 'data:,' }, use: 'style' };
  return { getId, input: { ...INPUT, video: undefined, image: { ...image, upload: { getId } } } as never };
}

it('does not request a generation whose page was left during the upload', async () => {
  const calls = fakeFetch(() => generated('g1'));
  const page = new AbortController();
  const upload = deferred<string>();
  const outcome = follow({ input: withImage(upload.promise).input }, page.signal);
  page.abort();
  upload.resolve('upload-1');

  expect(await outcome).toMatchObject({ error: { name: 'AbortError' } });
  expect(calls).toEqual([]);
});

const image = withImage(Promise.resolve('upload-1'));
const video = { ...INPUT, video: { kind: 'video', fidelity: 0.5 }, image: undefined } as const;

it.each([
  ['the image has expired', { input: image.input }, 'reference_not_found', 'upload-1'],
  ['it has expired twice', { input: image.input, expiredUploadId: 'old' }, 'reference_not_found', undefined],
  ['the image was declined', { input: image.input }, 'content_filtered', undefined],
  ['a video was not found', { input: video }, 'reference_not_found', undefined],
] as const)('offers to upload the image again only if it has expired: %s', async (_, run, code, expired) => {
  const calls = fakeFetch(() => refusal(code));

  const outcome = await follow(run);

  expect(outcome).toMatchObject({ error: { code } });
  expect(outcome.expiredUploadId).toBe(expired);
  expect(calls).toHaveLength(1);
});

it('replaces only the upload that has expired', async () => {
  fakeFetch(() => generated('g1'));
  await follow({ input: image.input, expiredUploadId: 'old' });

  expect(image.getId).toHaveBeenLastCalledWith({ expiredId: 'old' });
});
