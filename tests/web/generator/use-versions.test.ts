import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useVersions } from '../../../web/src/features/generator/versions/use-versions.ts';
import { deferred, fakeFetch, json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { finish, idOf, isGenerate } from '../support/generations.ts';
import { ADA, BOB, imageUrl } from '../support/site.tsx';

const REQUEST = { userId: ADA.id, prompt: 'a castle' };
const storedVersions = () => sessionStorage.getItem('pendingVersions');
const isAborted = ({ signal }: FakeCall) => signal?.aborted;

function open(user = ADA.id) {
  const handlers = { onFinished: vi.fn(), onCanceled: vi.fn(), onCancelFailed: vi.fn(), onEnded: vi.fn() };
  const knownIds = { current: new Set<string>() };
  const hook = renderHook((props) => useVersions(props.user, knownIds, handlers), { initialProps: { user } });
  return { ...hook, handlers, knownIds };
}

/** Starts three versions whose responses the test gives later. */
async function openRunning() {
  const responses = [deferred<Response>(), deferred<Response>(), deferred<Response>()];
  let next = 0;
  const calls = fakeFetch(() => responses[next++]?.promise ?? json({}));
  const hook = open();
  act(() => hook.result.current.start(REQUEST, undefined));
  await waitFor(() => expect(calls).toHaveLength(3));
  const respond = (reply: (call: FakeCall) => Response) =>
    act(async () => {
      for (const [index, call] of calls.entries()) responses[index]?.resolve(reply(call));
      await Promise.all(responses.map(({ promise }) => promise));
    });
  return { ...hook, calls, respond };
}

describe('versions that have not ended', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

  it.each([
    ['the browser gave up polling', (): Response => json({ status: 'pending' })],
    ['the session has expired', (): Response => json({ message: 'Unauthorized' }, 401)],
  ])('stay stored for the next visit when %s', async (_, reply) => {
    let sent = 0;
    fakeFetch((call) => {
      if (!isGenerate(call)) return reply();
      sent += 1;
      return sent === 1 ? refusal(503, 'bad_gateway', 'Bad gateway.') : finish(call);
    });
    const { result, handlers } = open();
    act(() => result.current.start(REQUEST, undefined));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await waitFor(() => expect(handlers.onEnded).toHaveBeenCalledTimes(3));

    expect(handlers.onFinished).toHaveBeenCalledTimes(2);
    expect(result.current.isRunning).toBe(false);
    expect(storedVersions()).toContain(ADA.id);
  });
});

describe('versions whose page is left', () => {
  it('stay stored, and responses that arrive later change nothing', async () => {
    const { calls, handlers, respond, unmount } = await openRunning();
    unmount();
    expect(calls.every(isAborted)).toBe(true);
    await respond(finish);

    for (const handler of Object.values(handlers)) expect(handler).not.toHaveBeenCalled();
    expect(storedVersions()).toContain(ADA.id);
  });

  it('do not end those of the next user', async () => {
    const { calls, handlers, rerender, result } = await openRunning();
    rerender({ user: BOB.id });
    expect(calls.every(isAborted)).toBe(true);
    fakeFetch(finish);
    act(() => result.current.start({ ...REQUEST, userId: BOB.id }, undefined));

    await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledTimes(3));
  });

  it('are resumed by the next one, which knows them at once', async () => {
    const { unmount, knownIds: ofFirstPage } = await openRunning();
    unmount();
    const polls = fakeFetch(({ url }) =>
      json({ id: url.split('/').at(-1), status: 'succeeded', url: imageUrl('1') }),
    );
    const { handlers, knownIds } = open();
    expect(knownIds.current).toEqual(ofFirstPage.current);

    await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledTimes(3));
    expect(new Set(polls.map(({ url }) => url.split('/').at(-1)))).toEqual(knownIds.current);
    await waitFor(() => expect(storedVersions()).toBeNull());
  });
});

describe('versions in the preview', () => {
  it('make place for something else while they run, and come back', async () => {
    const { handlers, respond, result } = await openRunning();
    expect(result.current).toMatchObject({ isRunning: true, show: undefined });
    act(() => result.current.hide());
    expect(result.current).toMatchObject({ isRunning: false, shown: undefined });
    await respond(finish);
    await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledTimes(3));
    expect(handlers.onFinished.mock.calls.map(([, isShown]: unknown[]) => isShown)).toEqual([
      false,
      false,
      false,
    ]);

    act(() => result.current.show?.());
    expect(result.current.shown?.versions.every(({ thumbnail }) => thumbnail)).toBe(true);
    act(() => result.current.clear());
    expect(result.current).toMatchObject({ shown: undefined, show: undefined });
    expect(storedVersions()).toBeNull();
  });

  it('run until the last one has ended', async () => {
    let sent = 0;
    fakeFetch((call) => (++sent === 3 ? deferred<Response>().promise : finish(call)));
    const { result, handlers } = open();
    act(() => result.current.start(REQUEST, undefined));
    await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledTimes(2));

    expect(result.current.isRunning).toBe(true);
    expect(storedVersions()).toContain(ADA.id);
  });
});

it('versions after an image send it with the whole request', async () => {
  const calls = fakeFetch(finish);
  const { result, handlers } = open();
  const file = new File(['x'], 'a.png');
  const upload = { getId: () => Promise.resolve('upload-1') };
  const image = { userId: ADA.id, image: { file, src: 'data:,' }, use: 'layout', upload } as never;
  act(() => result.current.start(REQUEST, image));
  await waitFor(() => expect(handlers.onFinished).toHaveBeenCalledTimes(3));

  expect(calls.map(({ body }) => body)).toEqual(
    calls.map((call) => ({
      ...REQUEST,
      generationId: idOf(call),
      reference: { kind: 'image', id: 'upload-1', use: 'layout' },
    })),
  );
});
