import { expect, it, vi, afterEach, beforeEach, describe } from 'vitest';
import { followRun, generate } from '../../../web/src/features/generator/model/follow-run.ts';
import type { Run } from '../../../web/src/features/generator/model/runs.ts';
import { deferred, fakeFetch, refusal, expiredSession, json, lostConnection } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
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

const ID = '0b0e7c9e-58f5-4ab1-8a3e-7a4f3a0f9f11';
const IMAGE_URL = 'https://images.test/1.png';
const GENERATION = { prompt: 'a castle', userId: 'user-1', generationId: ID };
const THUMBNAIL = { id: ID, url: IMAGE_URL, prompt: 'a castle' };

type Reply = () => Response | Error;
const finished: Reply = () => json({ imageURL: IMAGE_URL, generationId: ID });
const succeeded: Reply = () => json({ ...THUMBNAIL, status: 'succeeded' });
const pending: Reply = () => json({ id: ID, status: 'pending' });
const unknown: Reply = () => refusal('not_found');
const throttled: Reply = () => json({ message: 'Too Many Requests' }, 429);
const failed =
  (fields: object): Reply =>
  () =>
    json({ id: ID, status: 'failed', ...fields });

/** Replies to sends and polls from one list each. The last reply of a list repeats. */
function script({ sends = [], polls = [] }: { sends?: Reply[]; polls?: Reply[] }) {
  const next = (list: Reply[]) => {
    const reply = list.length > 1 ? list.shift() : list[0];
    if (!reply) throw new Error('an unexpected call');
    return reply();
  };
  return fakeFetch((call) => next(call.method === 'POST' ? sends : polls));
}

const count = (calls: FakeCall[], method: string) => calls.filter((call) => call.method === method).length;

/** Skips the waiting, and returns the result or the error. */
async function run(work: Promise<unknown>): Promise<unknown> {
  const result = work.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
}

const onLineChange = vi.fn<(position: unknown) => void>();
const runGenerate = () => run(generate(GENERATION, new AbortController().signal, onLineChange));

beforeEach(() => {
  onLineChange.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('generate', () => {
  it('returns the image of the response without polling', async () => {
    const calls = script({ sends: [finished] });

    expect(await runGenerate()).toStrictEqual(THUMBNAIL);
    expect(calls).toHaveLength(1);
  });

  it('returns what is known of the image: its preview, its model and what it was made after', async () => {
    const previewURL = 'https://images.test/1.webp';
    script({ sends: [() => json({ imageURL: IMAGE_URL, previewURL, generationId: ID })] });
    const generation = { ...GENERATION, model: 'first', reference: { kind: 'video' } as const };

    expect(await run(generate(generation, new AbortController().signal))).toEqual({
      ...THUMBNAIL,
      previewURL,
      model: 'first',
      reference: 'video',
    });
  });

  it.each<[string, Reply]>([
    ['the connection is lost', lostConnection],
    ['API Gateway times out', () => json({ message: 'Service Unavailable' }, 503)],
    ['a proxy responds instead of the API', () => json({ page: 'Sign in to this network' })],
    ['the generation is already running', () => refusal('in_progress')],
  ])('polls by id when %s', async (_case, lost) => {
    const calls = script({ sends: [lost], polls: [pending, pending, succeeded] });

    expect(await runGenerate()).toEqual(THUMBNAIL);
    expect(count(calls, 'POST')).toBe(1);
    expect(count(calls, 'GET')).toBe(3);
  });

  it.each<[string, Reply]>([
    ['the connection is lost', lostConnection],
    ['it is throttled', throttled],
  ])('continues to poll when %s', async (_case, reply) => {
    const calls = script({ sends: [lostConnection], polls: [reply, reply, succeeded] });

    expect(await runGenerate()).toEqual(THUMBNAIL);
    expect(count(calls, 'POST')).toBe(1);
  });

  it.each([
    [{ code: 'content_filtered', charge: 'refunded' }, 'content_filtered'],
    [{ code: 'never_heard_of', charge: 'refunded' }, 'internal'],
  ])('throws the error of a generation that failed: %o', async (fields, code) => {
    script({ sends: [lostConnection], polls: [failed(fields)] });

    expect(await runGenerate()).toMatchObject({ name: 'ApiError', code, charge: 'refunded' });
  });

  it('throws an error for a generation that succeeded without a URL', async () => {
    script({ sends: [lostConnection], polls: [() => json({ id: ID, status: 'succeeded' })] });

    expect(await runGenerate()).toMatchObject({ code: 'internal' });
  });

  it('throws the error of a poll that the API refuses', async () => {
    const calls = script({ sends: [lostConnection], polls: [() => expiredSession()] });

    expect(await runGenerate()).toMatchObject({ code: 'unauthorized' });
    expect(count(calls, 'GET')).toBe(1);
  });

  it('sends a request that did not arrive a second time, with the same id', async () => {
    const calls = script({ sends: [lostConnection, finished], polls: [unknown] });

    expect(await runGenerate()).toEqual(THUMBNAIL);
    const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toEqual([GENERATION, GENERATION]);
  });

  it('throws the error of the second request, not that of the lost first one', async () => {
    const filtered = () => refusal('content_filtered');
    script({ sends: [lostConnection, filtered], polls: [unknown] });

    expect(await runGenerate()).toMatchObject({ code: 'content_filtered' });
  });

  it('polls again when the second response is lost as well', async () => {
    const calls = script({ sends: [lostConnection], polls: [unknown, pending, succeeded] });

    expect(await runGenerate()).toEqual(THUMBNAIL);
    expect(count(calls, 'POST')).toBe(2);
  });

  it('does not send a third time, and throws the reason for the lost requests', async () => {
    const calls = script({ sends: [lostConnection], polls: [unknown] });

    expect(await runGenerate()).toMatchObject({ name: 'ConnectionError' });
    expect(count(calls, 'POST')).toBe(2);
  });

  it('throws "not found" when the API itself responds so to both requests', async () => {
    script({ sends: [unknown] });

    expect(await runGenerate()).toMatchObject({ code: 'not_found' });
  });

  it('throws an UnexpectedResponseError when no response came from the API', async () => {
    script({ sends: [() => json(null)], polls: [unknown] });

    expect(await runGenerate()).toMatchObject({ name: 'UnexpectedResponseError' });
  });

  it.each<[string, Reply, string]>([
    ['runs longer', pending, 'It is taking longer than expected.'],
    ['cannot be polled because of throttling', throttled, 'It is taking longer than expected.'],
    ['cannot be polled without a connection', lostConnection, 'The connection was lost.'],
  ])('gives up after a minute on a generation that %s', async (_case, reply, message) => {
    const calls = script({ sends: [lostConnection], polls: [reply] });

    expect(await runGenerate()).toMatchObject({ message });
    expect(count(calls, 'GET')).toBe(30);
    expect(count(calls, 'POST')).toBe(1);
  });

  it('waits for the connection without a network, however long that takes', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const calls = script({ sends: [lostConnection], polls: [succeeded] });
    const running = generate(GENERATION, new AbortController().signal, onLineChange);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(count(calls, 'GET')).toBe(0);

    vi.stubGlobal('navigator', { onLine: true });
    dispatchEvent(new Event('online'));
    expect(await run(running)).toEqual(THUMBNAIL);
  });

  it('says that it takes longer when only an early poll lost its connection', async () => {
    script({ sends: [lostConnection], polls: [lostConnection, pending] });

    expect(await runGenerate()).toMatchObject({ name: 'StillGeneratingError' });
  });

  it('waits in line for as long as the server lets it wait, and reports its place', async () => {
    const inLine =
      (ahead: number, estimatedSeconds: number): Reply =>
      () =>
        json({ id: ID, generationId: ID, status: 'waiting', ahead, estimatedSeconds }, 200);
    const polls = [...Array.from({ length: 20 }, () => inLine(3, 300)), pending, inLine(1, 5), succeeded];
    const calls = script({ sends: [inLine(4, 300)], polls });
    const startedAt = Date.now();

    expect(await runGenerate()).toEqual(THUMBNAIL);

    const places = onLineChange.mock.calls.map(
      ([position]) => (position as { ahead: number } | undefined)?.ahead,
    );
    expect(places).toEqual([4, ...Array.from({ length: 20 }, () => 3), undefined, 1]);
    expect(count(calls, 'POST')).toBe(1);
    // 21 intervals of at most ten seconds, then two of two seconds.
    expect(Date.now() - startedAt).toBe(21 * 10_000 + 2 * 2_000);
  });

  it.each([
    'insufficient_credits',
    'content_filtered',
    'too_many_requests',
    'model_unavailable',
    'generation_timeout',
  ] as const)('does not repeat a request that the API refused with %s', async (code) => {
    const calls = script({ sends: [() => refusal(code)] });

    expect(await runGenerate()).toMatchObject({ code });
    expect(calls).toHaveLength(1);
  });

  it('stops polling when the user leaves the page', async () => {
    const calls = script({ sends: [lostConnection], polls: [pending] });
    const pageLeft = new AbortController();

    const result = generate(GENERATION, pageLeft.signal, onLineChange).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_500);
    pageLeft.abort();
    await vi.runAllTimersAsync();

    expect(await result).toMatchObject({ name: 'AbortError' });
    expect(count(calls, 'GET')).toBe(1);
  });
});
