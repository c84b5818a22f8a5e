import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useGeneration } from '../../../web/src/features/generator/use-generation.ts';
import type { GenerationRequest } from '../../../web/src/features/generator/use-generation.ts';
import { deferred, fakeFetch, json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { finish, idOf, isGenerate } from '../support/generations.ts';
import { ADA, BOB } from '../support/site.tsx';

const REQUEST = { userId: ADA.id, prompt: 'a castle' };
const WITHOUT_PREPARATION = { image: undefined, channelUrl: undefined };
const VIDEO = { kind: 'video', fidelity: 0.5 } as const;
const CHANNEL_URL = 'https://www.youtube.com/@ada-studio';

const storedGeneration = () => sessionStorage.getItem('pendingGeneration');

function open({ user }: { user: string | undefined } = { user: ADA.id }) {
  const handlers = {
    onFinished: vi.fn(),
    onFailed: vi.fn(),
    onCanceled: vi.fn(),
    onCancelFailed: vi.fn(),
    onEnded: vi.fn(),
  };
  const knownIds = { current: new Set<string>() };
  const hook = renderHook((props) => useGeneration(props.user, knownIds, handlers), {
    initialProps: { user },
  });
  return { ...hook, handlers, knownIds };
}

/** Starts a generation whose response the test gives later. */
async function openRunning() {
  const response = deferred<Response>();
  const calls = fakeFetch(() => response.promise);
  const hook = open();
  act(() => hook.result.current.start(REQUEST, WITHOUT_PREPARATION));
  const call = await waitFor(() => calls.find(isGenerate) ?? expect.fail('Nothing was requested.'));
  return { ...hook, call, respond: response.resolve };
}

function createUpload(...ids: (Promise<string> | string)[]) {
  const getId = vi.fn(() => Promise.resolve(ids.shift() ?? ''));
  const image = { file: new File(['x'], 'a.png'), src: 'data:,' };
  return { getId, image: { userId: ADA.id, image, use: 'style', upload: { getId } } as never };
}

describe('a generation whose page is left', () => {
  it.each([
    ['a response', (call: FakeCall) => finish(call)],
    ['a failure', () => refusal(422, 'content_filtered', 'Declined.')],
  ])('stays stored for the next visit, and %s that arrives later changes nothing', async (_, reply) => {
    const { call, handlers, respond, unmount } = await openRunning();
    unmount();
    expect(call.signal?.aborted).toBe(true);
    await act(async () => {
      respond(reply(call));
      await Promise.resolve();
    });

    for (const handler of Object.values(handlers)) expect(handler).not.toHaveBeenCalled();
    expect(storedGeneration()).toContain(ADA.id);
  });

  it('is not requested when its image is still being uploaded', async () => {
    const calls = fakeFetch(finish);
    const upload = deferred<string>();
    const { result, unmount, handlers } = open();
    act(() =>
      result.current.start(REQUEST, { image: createUpload(upload.promise).image, channelUrl: undefined }),
    );
    unmount();
    await act(async () => {
      upload.resolve('upload-1');
      await upload.promise;
    });

    expect(calls.filter(isGenerate)).toEqual([]);
    expect(handlers.onFailed).not.toHaveBeenCalled();
  });

  it('does not end the generations of the next user', async () => {
    const { call, handlers, knownIds, rerender, result } = await openRunning();
    expect(knownIds.current.size).toBe(1);
    rerender({ user: BOB.id });
    expect(knownIds.current.size).toBe(0);
    fakeFetch(finish);
    act(() => result.current.start({ ...REQUEST, userId: BOB.id }, WITHOUT_PREPARATION));

    await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledOnce());
    expect(call.signal?.aborted).toBe(true);
    expect(handlers.onEnded).toHaveBeenCalledOnce();
  });
});

describe('the reference of a generation', () => {
  const openChannel = async (
    video: () => Response,
    request: GenerationRequest = { ...REQUEST, reference: VIDEO },
  ) => {
    const calls = fakeFetch((call) => (isGenerate(call) ? finish(call) : video()));
    const { result, handlers } = open();
    act(() => result.current.start(request, { image: undefined, channelUrl: CHANNEL_URL }));
    await waitFor(() => expect(handlers.onEnded).toHaveBeenCalledOnce());
    return { calls, handlers };
  };

  it('is the newest video of a channel, which is looked up first', async () => {
    const video = {
      kind: 'channel',
      videoId: 'newest12345',
      title: 'A',
      author: 'B',
      thumbnailURL: 'https://v.test/1',
    };
    const { calls } = await openChannel(() => json(video));

    expect(calls[1]?.body).toMatchObject({ reference: { ...VIDEO, videoId: 'newest12345' } });
  });

  it('is not looked up for a request without it', async () => {
    const { calls } = await openChannel(() => json({}), REQUEST);

    expect(calls.map(({ url }) => url)).toEqual(['/api/generate-thumbnail']);
  });

  it('is an image, which is uploaded again under another generation when it has expired', async () => {
    const expired = refusal(422, 'reference_not_found', 'The image has expired.');
    const replies = [() => expired, finish];
    const calls = fakeFetch((call) => (replies.shift() ?? finish)(call));
    const { getId, image } = createUpload('upload-1', 'upload-2');
    const { result, handlers, knownIds } = open();
    act(() => result.current.start(REQUEST, { image, channelUrl: undefined }));
    await waitFor(() => expect(handlers.onEnded).toHaveBeenCalledOnce());

    expect(getId.mock.calls).toEqual([[undefined], [{ renew: true }]]);
    expect(calls.map(({ body }) => body)).toMatchObject([
      { reference: { kind: 'image', id: 'upload-1', use: 'style' } },
      { reference: { kind: 'image', id: 'upload-2', use: 'style' } },
    ]);
    expect(new Set(calls.map(idOf))).toEqual(knownIds.current);
    expect(knownIds.current.size).toBe(2);
    expect(handlers.onFailed).not.toHaveBeenCalled();
  });

  it.each([
    ['an image was declined', 'upload-1', 'content_filtered'],
    ['a video was not found', undefined, 'reference_not_found'],
  ] as const)('is not sent again when %s', async (_, uploadId, code) => {
    const calls = fakeFetch(() => refusal(422, code, 'Declined.'));
    const image = uploadId && createUpload(uploadId).image;
    const { result, handlers } = open();
    act(() => result.current.start(REQUEST, { image, channelUrl: undefined }));
    await waitFor(() => expect(handlers.onFailed).toHaveBeenCalledOnce());

    expect(calls).toHaveLength(1);
    expect(storedGeneration()).toBeNull();
  });
});

describe('stopping to wait', () => {
  it('frees the form, and the generation finishes in the background', async () => {
    const { call, handlers, respond, result } = await openRunning();
    expect(result.current.startedAt).toBeTypeOf('number');
    act(() => result.current.stopWaiting());
    expect(result.current.startedAt).toBeUndefined();
    expect(JSON.parse(storedGeneration() ?? '{}')).toMatchObject({ isInBackground: true });

    respond(finish(call));
    await waitFor(() => expect(handlers.onEnded).toHaveBeenCalledOnce());
    expect(handlers.onFinished).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ prompt: 'a castle' }),
      false,
    );
    expect(storedGeneration()).toBeNull();
  });

  it('and canceling change nothing while no generation is awaited', async () => {
    const calls = fakeFetch(() => json({}));
    const { result, handlers } = open();
    act(() => result.current.stopWaiting());
    await act(() => result.current.cancel());

    expect(calls).toEqual([]);
    expect(storedGeneration()).toBeNull();
    for (const handler of Object.values(handlers)) expect(handler).not.toHaveBeenCalled();
  });
});

describe('canceling a generation', () => {
  it('ends its polling, and its response is no longer awaited', async () => {
    const { call, handlers, result } = await openRunning();
    fakeFetch(() => json({ canceled: true }));
    await act(() => result.current.cancel());

    expect(handlers.onCanceled).toHaveBeenCalledOnce();
    expect(handlers.onEnded).toHaveBeenCalledOnce();
    expect(call.signal?.aborted).toBe(true);
    expect(result.current.startedAt).toBeUndefined();
    expect(storedGeneration()).toBeNull();
  });

  it('does not end one that started while the request was on its way', async () => {
    const { result, handlers } = await openRunning();
    const canceled = deferred<Response>();
    fakeFetch((call) => (isGenerate(call) ? deferred<Response>().promise : canceled.promise));
    let canceling = Promise.resolve();
    act(() => {
      canceling = result.current.cancel();
      result.current.stopWaiting();
      result.current.start({ ...REQUEST, prompt: 'a dog' }, WITHOUT_PREPARATION);
    });
    await act(async () => {
      canceled.resolve(json({ canceled: true }));
      await canceling;
    });

    expect(handlers.onCanceled).toHaveBeenCalledOnce();
    expect(result.current.startedAt).toBeTypeOf('number');
  });

  it('that goes on keeps it stored and awaited', async () => {
    const { result, handlers } = await openRunning();
    fakeFetch(() => refusal(409, 'in_progress', 'This thumbnail is still being generated.'));
    await act(() => result.current.cancel());

    expect(handlers.onCancelFailed).toHaveBeenCalledOnce();
    expect(handlers.onCanceled).not.toHaveBeenCalled();
    expect(result.current.startedAt).toBeTypeOf('number');
    expect(storedGeneration()).toContain(ADA.id);
  });
});

it('the generations of another page are not followed without a user', () => {
  const calls = fakeFetch(() => json({}));
  const { result } = open({ user: undefined });
  act(() => result.current.follow([{ id: 'g1', createdAt: new Date().toISOString() }], true));

  expect(calls).toEqual([]);
});
