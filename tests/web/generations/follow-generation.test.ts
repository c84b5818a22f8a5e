import { API_ERRORS } from '#contract/errors.ts';
import { expect, it, vi, afterEach, beforeEach, describe } from 'vitest';
import { followGeneration } from '../../../web/src/generations/follow-generation.ts';
import type { Outcome } from '../../../web/src/generations/follow-generation.ts';
import type { ImageGeneration, ImageInput } from '../../../web/src/generations/generation.ts';
import { deferred, fakeFetch, refusal, expiredSession, json, lostConnection } from '../support/fake-api.ts';
import type { FakeCall, Reply } from '../support/fake-api.ts';
import { ADA, generated } from '../support/site.tsx';

const follow = (
  changes: Partial<ImageGeneration>,
  signal = new AbortController().signal,
  onChange: Parameters<typeof followGeneration>[1]['onChange'] = () => undefined,
) =>
  followGeneration(
    { id: 'g1', kind: 'image', userId: ADA.id, batchId: 'b1', startedAt: 1, ...changes },
    { signal, onChange },
  );

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

const ID = '0b0e7c9e-58f5-4ab1-8a3e-7a4f3a0f9f11';
const IMAGE_URL = 'https://images.test/1.png';
const GENERATION = { prompt: 'a castle', userId: ADA.id, generationId: ID };
const THUMBNAIL = { id: ID, url: IMAGE_URL, prompt: 'a castle' };

const inLine = (ahead: number, estimatedSeconds: number) =>
  json({ id: ID, generationId: ID, status: 'waiting', ahead, estimatedSeconds }, 200);
const failed = (code: string) => json({ id: ID, status: 'failed', code, charge: 'refunded' });

/** Responses of the API, a gateway or the network. */
const REPLIES = {
  image: () => json({ imageURL: IMAGE_URL, generationId: ID }),
  done: () => json({ ...THUMBNAIL, status: 'succeeded' }),
  withoutUrl: () => json({ id: ID, status: 'succeeded' }),
  pending: () => json({ id: ID, status: 'pending' }),
  long: () => inLine(3, 300),
  short: () => inLine(1, 5),
  failed: () => failed('content_filtered'),
  failedAnew: () => failed('never_heard_of'),
  filtered: () => refusal('content_filtered'),
  busy: () => refusal('model_unavailable'),
  running: () => refusal('in_progress'),
  unknown: () => refusal('not_found'),
  expired: () => expiredSession(),
  throttled: () => json({ message: 'Too Many Requests' }, 429),
  blocked: () => json({ message: 'Forbidden' }, 403),
  fault: () => refusal('internal'),
  timeout: () => json({ message: 'Service Unavailable' }, 503),
  proxy: () => json({ page: 'Sign in to this network' }),
  empty: () => json(null),
  lost: () => lostConnection(),
};

/** Replies to sends and polls by their names, from one list each. The last reply of a list repeats. */
function script(sends: string, polls = '') {
  const lists = [sends, polls].map((names) => names.split(' ') as (keyof typeof REPLIES)[]);
  return fakeFetch(({ method }) => {
    const [list = []] = method === 'POST' ? lists : lists.slice(1);
    const name = list.length > 1 ? list.shift() : list[0];
    if (name === undefined || !(name in REPLIES)) throw new Error('an unexpected call');
    return REPLIES[name]();
  });
}

const count = (calls: FakeCall[], method: string) => calls.filter((call) => call.method === method).length;

/** Skips the waiting, and returns the result or the error. */
async function run(work: Promise<unknown>): Promise<unknown> {
  const result = work.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
}

const onLineChange = vi.fn<(position: unknown) => void>();
const generate = async (changes: Partial<ImageInput>, signal: AbortSignal) => {
  const input = { ...INPUT, video: undefined, image: undefined, ...changes };
  const { thumbnail, error } = await follow({ id: ID, input }, signal, (change) => {
    if ('line' in change) onLineChange(change.line);
  });
  return thumbnail ?? error;
};
const runGenerate = (changes: Partial<ImageInput> = {}) =>
  run(generate(changes, new AbortController().signal));

beforeEach(() => {
  onLineChange.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const REFUNDED = { name: 'ApiError', charge: 'refunded' };
const LATE = { name: 'StillGeneratingError', message: 'It is taking longer than expected.' };
const LOST = { name: 'ConnectionError', message: 'The connection was lost.' };

describe('generate', () => {
  it.each<[what: string, sends: string, polls: string, outcome: object, sent: number, polled: number]>([
    ['returns the image of the response', 'image', '', THUMBNAIL, 1, 0],
    ['polls by id after a lost connection', 'lost', 'pending pending done', THUMBNAIL, 1, 3],
    ['polls by id after a timeout of API Gateway', 'timeout', 'pending done', THUMBNAIL, 1, 2],
    ['polls by id when a proxy responds', 'proxy', 'pending done', THUMBNAIL, 1, 2],
    ['polls by id what is already running', 'running', 'pending done', THUMBNAIL, 1, 2],
    ['continues to poll after a lost poll', 'lost', 'lost lost done', THUMBNAIL, 1, 3],
    ['continues to poll after a throttled poll', 'lost', 'throttled throttled done', THUMBNAIL, 1, 3],
    ['continues to poll after a poll that failed on the server', 'lost', 'fault proxy done', THUMBNAIL, 1, 3],
    ['throws why it failed', 'lost', 'failed', { ...REFUNDED, code: 'content_filtered' }, 1, 1],
    ['throws an error of an unknown code', 'lost', 'failedAnew', { ...REFUNDED, code: 'internal' }, 1, 1],
    ['does not know the end of an image without a URL', 'lost', 'withoutUrl', LATE, 1, 30],
    ['continues to poll after a poll that a firewall refused', 'lost', 'blocked done', THUMBNAIL, 1, 2],
    ['throws the refusal of a poll', 'lost', 'expired', { code: 'unauthorized' }, 1, 1],
    ['sends again what did not arrive', 'lost image', 'unknown', THUMBNAIL, 2, 1],
    ['throws the second refusal', 'lost filtered', 'unknown', { code: 'content_filtered' }, 2, 1],
    ['does not know the outcome when a gateway refuses the second', 'lost throttled', 'unknown', LOST, 2, 1],
    ['does not know the outcome when a firewall refuses the second', 'lost blocked', 'unknown', LOST, 2, 1],
    ['polls again after a second loss', 'lost', 'unknown pending done', THUMBNAIL, 2, 3],
    ['does not send a third time, and throws the first reason', 'lost', 'unknown', LOST, 2, 2],
    ['throws "not found" when both requests get it', 'unknown', '', { code: 'not_found' }, 2, 0],
    ["throws that no answer is the API's", 'empty', 'unknown', { name: 'UnexpectedResponseError' }, 2, 2],
    ['gives up after a minute', 'lost', 'pending', LATE, 1, 30],
    ['gives up after a minute of throttled polls', 'lost', 'throttled', LATE, 1, 30],
    ['gives up after a minute without a connection', 'lost', 'lost', LOST, 1, 30],
    ['gives up as late after an early lost poll', 'lost', 'lost pending', LATE, 1, 30],
    ['does not repeat what the API refused', 'filtered', '', { code: 'content_filtered' }, 1, 0],
    ['does not repeat a throttled request', 'throttled', '', { code: 'too_many_requests' }, 1, 0],
    ['does not repeat what no model could take', 'busy', '', { code: 'model_unavailable' }, 1, 0],
  ])('%s', async (_what, sends, polls, outcome, sent, polled) => {
    const calls = script(sends, polls);

    expect(await runGenerate()).toMatchObject(outcome);
    expect([count(calls, 'POST'), count(calls, 'GET')]).toEqual([sent, polled]);
    // The id makes a repeated request idempotent.
    const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toEqual(Array.from({ length: sent }, () => GENERATION));
  });

  it.each<[sends: string, polls: string, outcome: object, sent: number, polled: number]>([
    ['throttled', 'pending done', THUMBNAIL, 0, 2],
    ['throttled', 'throttled', LATE, 0, 30],
    ['throttled', 'lost', LOST, 0, 30],
    ['image', 'unknown', THUMBNAIL, 1, 1],
    ['filtered', 'unknown', { code: 'content_filtered' }, 1, 1],
    ['throttled', 'unknown', { charge: undefined, clause: API_ERRORS.too_many_requests.clause }, 1, 1],
    ['blocked', 'unknown', { charge: undefined, clause: 'A firewall has refused this request' }, 1, 1],
  ])(
    'asks for the outcome of an earlier request first, because a refusal of the next one says nothing about it: %s, %s',
    async (sends, polls, outcome, sent, polled) => {
      const calls = script(sends, polls);
      const input = { ...INPUT, video: undefined, image: undefined };

      const ended = (await run(follow({ id: ID, input, isRequested: true }))) as Outcome;

      expect(ended.thumbnail ?? ended.error).toMatchObject(outcome);
      expect([count(calls, 'POST'), count(calls, 'GET')]).toEqual([sent, polled]);
    },
  );

  it('returns the preview, the model and the reference of the image', async () => {
    const previewURL = 'https://images.test/1.webp';
    fakeFetch(() => json({ imageURL: IMAGE_URL, previewURL, generationId: ID }));

    expect(await runGenerate({ model: 'first', video: { kind: 'video' } })).toEqual({
      ...THUMBNAIL,
      previewURL,
      model: 'first',
      reference: 'video',
    });
  });

  it('waits for the connection without a network, however long that takes', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const calls = script('lost', 'done');
    const running = generate({}, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(count(calls, 'GET')).toBe(0);

    vi.stubGlobal('navigator', { onLine: true });
    dispatchEvent(new Event('online'));
    expect(await run(running)).toEqual(THUMBNAIL);
  });

  it('waits in line for as long as the server lets it wait, and reports its place', async () => {
    const calls = script('long', `${'long '.repeat(20)}pending short done`);
    const startedAt = Date.now();

    expect(await runGenerate()).toEqual(THUMBNAIL);

    const places = onLineChange.mock.calls.map(
      ([position]) => (position as { ahead: number } | undefined)?.ahead,
    );
    expect(places).toEqual([...Array.from({ length: 21 }, () => 3), undefined, 1]);
    expect(count(calls, 'POST')).toBe(1);
    // 21 intervals of at most ten seconds, then two of two seconds.
    expect(Date.now() - startedAt).toBe(21 * 10_000 + 2 * 2_000);
  });

  it('asks again for the request of a page that was just left, however long ago the press was: an upload comes first', async () => {
    script('', 'unknown done');

    expect(await run(follow({ id: ID, startedAt: Date.now() - 60_000 }))).toMatchObject({
      thumbnail: THUMBNAIL,
    });
  });

  it('asks again for the request of a page that was just left, also if the answer to the first poll is slow', async () => {
    const slow = deferred<Reply<never>>();
    const replies = [() => slow.promise, REPLIES.done];
    fakeFetch(() => replies.shift()?.() ?? lostConnection());
    const outcome = run(follow({ id: ID, startedAt: Date.now() }));
    await vi.advanceTimersByTimeAsync(11_000);
    slow.resolve(refusal('not_found'));

    expect(await outcome).toMatchObject({ thumbnail: THUMBNAIL });
  });

  it('stops polling when the user leaves the page', async () => {
    const calls = script('lost', 'pending');
    const pageLeft = new AbortController();

    const result = generate({}, pageLeft.signal);
    await vi.advanceTimersByTimeAsync(2_500);
    pageLeft.abort();
    await vi.runAllTimersAsync();

    expect(await result).toMatchObject({ name: 'AbortError' });
    expect(count(calls, 'GET')).toBe(1);
  });
});
