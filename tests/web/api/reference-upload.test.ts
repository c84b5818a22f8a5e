import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ReferenceUpload,
  type UploadState,
  uploadReferenceImage,
} from '../../../web/src/api/reference-upload.ts';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { fakeFetch, json, refusal } from '../support/fake-api.ts';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';

const HOUR_MS = 3_600_000;
const UPLOAD = { url: 'https://images.test/upload', headers: { 'content-type': 'image/jpeg' } };
const FILE = new File(['x'], 'logo.png');

let calls: ReturnType<typeof fakeFetch>;

beforeEach(() => {
  fakeUploads(200);
  calls = fakeFetch(() => json({ id: `image-${calls.length}`, upload: UPLOAD }));
});

const latest = () => vi.waitUntil(FakeUpload.latest, { timeout: 10_000 });
const upload = (onProgress: (share: number) => void = vi.fn(), signal = new AbortController().signal) =>
  uploadReferenceImage(new Blob(['jpeg']), { signal, onProgress, userId: 'user' });

describe('the upload of an image', () => {
  it('is a PUT with the headers that were signed', async () => {
    expect(await upload()).toBe('image-1');

    const { open, setRequestHeader, send } = await latest();
    expect(calls).toMatchObject([{ body: { contentType: 'image/jpeg', bytes: 4 } }]);
    expect(open).toHaveBeenCalledWith('PUT', UPLOAD.url);
    expect(setRequestHeader.mock.calls).toEqual([['content-type', 'image/jpeg']]);
    expect(send).toHaveBeenCalledOnce();
  });

  it('shows its progress from 0 on, also while its size is unknown', async () => {
    FakeUpload.status = undefined;
    const onProgress = vi.fn();
    const result = upload(onProgress);
    const request = await latest();

    request.upload.onprogress?.({ loaded: 0, total: 0 });
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.end(204);

    await result;
    expect(onProgress.mock.calls).toEqual([[0], [0], [0.25]]);
  });

  it('has arrived when the browser sent it twice and the storage refuses the second one', async () => {
    FakeUpload.status = 412;

    expect(await upload()).toBe('image-1');
  });

  it.each([0, 199, 300, 403, 503])('fails with the status %i', async (status) => {
    FakeUpload.status = status;

    await expect(upload()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('ends with its page', async () => {
    FakeUpload.status = undefined;
    const page = new AbortController();
    const reason = new Error('left the page');
    const result = upload(vi.fn(), page.signal);
    const request = await latest();

    page.abort(reason);

    await expect(result).rejects.toBe(reason);
    expect(request.abort).toHaveBeenCalledOnce();
    expect(calls[0]?.signal?.aborted).toBe(true);
  });

  it('is not aborted when its page is left after it', async () => {
    const page = new AbortController();
    await upload(vi.fn(), page.signal);

    page.abort();

    expect((await latest()).abort).not.toHaveBeenCalled();
  });
});

describe('the uploaded image of a purpose', () => {
  const observe = (image: ReferenceUpload) => {
    const states: UploadState[] = [];
    const stop = image.subscribe(() => states.push(image.getState()));
    return { states, stop };
  };

  it('is prepared, uploaded and ready', async () => {
    const image = new ReferenceUpload(FILE, 'style', 'user');
    const { states } = observe(image);
    expect(image.getState()).toEqual({ status: 'preparing' });

    expect(await image.getId()).toBe('image-1');

    expect(states).toEqual([{ status: 'preparing' }, { status: 'uploading', share: 0 }, { status: 'ready' }]);
  });

  it('is uploaded once for several generations, and again after a day or when the server lost it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const image = new ReferenceUpload(FILE, 'style', 'user');
    const first = Date.now();

    expect([await image.getId(), await image.getId()]).toEqual(['image-1', 'image-1']);
    vi.setSystemTime(first + 23 * HOUR_MS);
    expect(await image.getId()).toBe('image-1');
    vi.setSystemTime(first + 23 * HOUR_MS + 1);
    expect(await image.getId()).toBe('image-2');
    const reports = ['image-2', 'image-2', 'image-1'].map((expiredId) => image.getId({ expiredId }));
    expect(await Promise.all(reports)).toEqual(['image-3', 'image-3', 'image-3']);
    expect(await image.getId({ expiredId: 'image-2' })).toBe('image-3');
  });

  it.each([
    ['the reason of the API', () => refusal('not_found'), 'There is nothing here'],
    ['a general reason if the response has no reason', () => json(null), 'Something went wrong on our side'],
  ])('fails with %s, and can be uploaded again', async (_, reply, reason) => {
    const image = new ReferenceUpload(FILE, 'style', 'user');
    calls = fakeFetch(() => (calls.length === 1 ? reply() : json({ id: 'image-2', upload: UPLOAD })));

    await expect(image.getId()).rejects.toThrow();
    expect(image.getState()).toEqual({ status: 'failed', reason });

    expect(await image.getId()).toBe('image-2');
    expect(image.getState()).toEqual({ status: 'ready' });
  });

  it('is not reported to a component that has left', async () => {
    const image = new ReferenceUpload(FILE, 'style', 'user');
    const { states, stop } = observe(image);

    stop();
    await image.getId();

    expect(states).toEqual([]);
  });
});
