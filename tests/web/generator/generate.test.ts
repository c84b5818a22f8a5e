import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generate, resumeGeneration } from '../../../web/src/generator/generate.ts';
import { failureMessage } from '../../../web/src/generator/failure.ts';
import { fakeFetch, json, lostConnection, refusal } from '../fake-api.ts';
import type { FakeCall } from '../fake-api.ts';

vi.mock('../../../web/src/session/load-cognito.ts', () => ({
  loadCognito: () => Promise.resolve({ readIdToken: () => Promise.resolve('token') }),
}));
vi.mock('../../../web/src/session/expire-session.ts', () => ({ expireSession: vi.fn() }));

const ID = '0b0e7c9e-58f5-4ab1-8a3e-7a4f3a0f9f11';
const URL_OF_IMAGE = 'https://images.test/1.png';
const GENERATION = { prompt: 'a castle', userId: 'user-1', generationId: ID };

const finished = () => json({ imageURL: URL_OF_IMAGE, generationId: ID });
const succeeded = () => json({ id: ID, status: 'succeeded', url: URL_OF_IMAGE });
const pending = () => json({ id: ID, status: 'pending' });
const unknown = () => refusal(404, 'not_found', 'There is nothing here.');

/** Answers the sends and the questions each from their own list; the last answer of a list repeats. */
function script({ sends, reads }: { sends: (() => Response | Error)[]; reads: (() => Response | Error)[] }) {
  const next = (list: (() => Response | Error)[]) => {
    const answer = list.length > 1 ? list.shift() : list[0];
    if (!answer) throw new Error('an unexpected call');
    return answer();
  };
  return fakeFetch((call) => next(call.method === 'POST' ? sends : reads));
}

const count = (calls: FakeCall[], method: string) => calls.filter((call) => call.method === method).length;

/** Runs the flow with its waiting taken out, and tells how it ended. */
async function run(flow: Promise<unknown>): Promise<unknown> {
  const ending = flow.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return ending;
}

const press = () => run(generate(GENERATION, new AbortController().signal));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('generate', () => {
  it('gives the picture of an answered request, without asking further', async () => {
    const calls = script({ sends: [finished], reads: [] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['the connection is lost', () => lostConnection()],
    ['the gateway gives up', () => json({ message: 'Service Unavailable' }, 503)],
    ['something in between answers in its place', () => json({ page: 'Sign in to this network' })],
    ['it is already under way', () => refusal(409, 'in_progress', 'Still being generated.')],
  ])('asks by id when %s, and gives the picture once it is there', async (_case, lost) => {
    const calls = script({ sends: [lost], reads: [pending, pending, succeeded] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
    expect(count(calls, 'POST')).toBe(1);
    expect(count(calls, 'GET')).toBe(3);
  });

  it('keeps asking while the network is away', async () => {
    script({ sends: [lostConnection], reads: [lostConnection, lostConnection, succeeded] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
  });

  it('keeps asking where it is told not to ask so often: that is not how the generation ended', async () => {
    const tooOften = () => json({ message: 'Too Many Requests' }, 429);
    const calls = script({ sends: [lostConnection], reads: [tooOften, tooOften, succeeded] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
    expect(count(calls, 'POST')).toBe(1);
  });

  it('throws what a generation failed with, found out by id', async () => {
    script({
      sends: [lostConnection],
      reads: [
        () => json({ id: ID, status: 'failed', error: 'The prompt was declined.', code: 'content_filtered' }),
      ],
    });

    expect(await press()).toMatchObject({ code: 'content_filtered', message: 'The prompt was declined.' });
  });

  it('sends a request that never arrived once more, under the same id', async () => {
    const calls = script({ sends: [lostConnection, finished], reads: [unknown] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
    const sent = calls.filter((call) => call.method === 'POST').map((call) => call.body);
    expect(sent).toEqual([GENERATION, GENERATION]);
  });

  it('does not send a third time', async () => {
    const calls = script({ sends: [lostConnection], reads: [unknown] });

    expect(await press()).toMatchObject({ name: 'ConnectionError' });
    expect(count(calls, 'POST')).toBe(2);
  });

  it('gives no reason when neither answer was one of the API, and it has never heard of the id', async () => {
    script({ sends: [() => json(null)], reads: [unknown] });

    expect(failureMessage(await press())).toBe('Failed to generate thumbnail. Please try again.');
  });

  it('follows the second request by id when its answer is lost as well', async () => {
    script({ sends: [lostConnection], reads: [unknown, pending, succeeded] });

    expect(await press()).toEqual({ id: ID, url: URL_OF_IMAGE });
  });

  it('gives up on a generation that does not end within a minute', async () => {
    const calls = script({ sends: [lostConnection], reads: [pending] });

    expect(await press()).toMatchObject({ message: 'It is taking longer than expected.' });
    expect(count(calls, 'GET')).toBe(30);
  });

  it('tells of the lost connection when the network does not come back', async () => {
    script({ sends: [lostConnection], reads: [lostConnection] });

    expect(await press()).toMatchObject({ name: 'ConnectionError' });
  });

  it.each([
    [402, 'insufficient_credits'],
    [422, 'content_filtered'],
    [429, 'too_many_requests'],
    [503, 'model_unavailable'],
    [504, 'generation_timeout'],
  ])('takes a %i in the words of the API as final', async (status, code) => {
    const calls = script({ sends: [() => refusal(status, code, 'No.')], reads: [] });

    expect(await press()).toMatchObject({ code });
    expect(calls).toHaveLength(1);
  });

  it('stops asking when the page is left', async () => {
    const calls = script({ sends: [lostConnection], reads: [pending] });
    const leaving = new AbortController();

    const ending = generate(GENERATION, leaving.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_500);
    leaving.abort();
    await vi.runAllTimersAsync();

    expect(await ending).toMatchObject({ name: 'AbortError' });
    expect(count(calls, 'GET')).toBe(1);
  });
});

describe('resumeGeneration', () => {
  const resume = () => run(resumeGeneration(ID, new AbortController().signal));

  it('gives the picture of a generation that an earlier page began', async () => {
    script({ sends: [], reads: [pending, succeeded] });

    expect(await resume()).toEqual({ id: ID, url: URL_OF_IMAGE });
  });

  it('lets go of one that the server has never heard of', async () => {
    const calls = script({ sends: [], reads: [unknown] });

    expect(await resume()).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});
