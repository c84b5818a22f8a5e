import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { request } from '../../../web/src/api/request.ts';
import type { Generation, SeriesInput } from '../../../web/src/generations/generation.ts';
import { begin, loadFollower, subscribeToEnds } from '../../../web/src/generations/generations.ts';
import type * as Registry from '../../../web/src/generations/generations.ts';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { deferred } from '../support/fake-api.ts';
import { ADA, BOB, setSession, signIn } from '../support/site.tsx';
import { PaidServer } from './support/paid-server.ts';
import type { Fault, Step } from './support/paid-server.ts';

// Each fault happens at each step of each kind. Afterwards the creator comes back with a connection and a session, and presses again if
// no result has come. At the end one payment was taken, its result was told, and nothing is left to find out.

const STEPS: readonly Step[] = [
  'the press',
  'the upload',
  'the request before it arrives',
  'the request after it arrived',
  'the answer that it waits',
  'a poll',
  'the end',
];
const FAULTS: readonly Fault[] = [
  'the page is closed',
  'the connection is lost',
  'the connection is lost until after a reload',
  'the connection is lost, and the gateway refuses the next press',
  'the session expires',
  'another user signs in',
  'the button is pressed again',
  'a second tab opens',
];
const KINDS = ['image', 'edit', 'cutout'] as const;
type Kind = (typeof KINDS)[number];

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

let told: string[];
let server: PaidServer;

const hear = ({ id, end }: Generation) => {
  if (end?.error === undefined) told.push(id);
  return true;
};

/** Presses the button of the kind. The same file has a new upload at each press. */
function press(kind: Kind, series?: SeriesInput): void {
  const body = { contentType: 'image/jpeg', bytes: 1 } as const;
  const upload = { getId: async () => (await request('createReferenceImage', { body })).id };
  const common = { userId: ADA.id, thumbnailId: 'thumbnail' };
  const image = { userId: ADA.id, image: { src: 'data:,' }, use: 'style', upload };
  const inputs = {
    image: { prompt: 'a castle', negativePrompt: '', image, series },
    edit: { baseId: 'thumbnail', operation: { kind: 'erase', mask: 'AAAA' } },
    cutout: { file: 'me.jpg 1', isPicture: false, upload },
  };
  begin({ ...common, kind, input: inputs[kind] } as unknown as Parameters<typeof begin>[0]);
}

/** The registry of a second tab, which shares the storage and the session with the first. */
let secondTab: typeof Registry;
let hearSession: () => void = () => undefined;

/** Loads the second tab before the clock stops. The files that share the page must not have the tab, so it subscribes to nothing yet. */
beforeAll(async () => {
  const subscribe = vi.spyOn(sessionStore, 'subscribe').mockImplementation((listener) => {
    hearSession = listener;
    return () => undefined;
  });
  const url = '../../../web/src/generations/generations.ts?second-tab';
  secondTab = (await import(url)) as typeof Registry;
  await secondTab.loadRegistry();
  subscribe.mockRestore();
});

/** Lets the tabs share their locks, which the DOM of the tests does not have. Shared locks never wait. */
function shareLocks(): void {
  const held: { name: string }[] = [];
  const request = async (name: string, _options: LockOptions, work: () => Promise<unknown>) => {
    const lock = { name };
    held.push(lock);
    await work();
    held.splice(held.indexOf(lock), 1);
  };
  const value = { request, query: () => Promise.resolve({ held }) };
  Object.defineProperty(navigator, 'locks', { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** Opens the second tab until the end of the test. */
function openTab(): void {
  onTestFinished(sessionStore.subscribe(hearSession));
  onTestFinished(secondTab.subscribeToEnds(hear));
  hearSession();
}

function happen(fault: Fault, kind: Kind): void {
  if (fault.startsWith('the connection is lost')) server.network = 'lost';
  if (fault === 'the page is closed') {
    server.network = 'gone';
    setSession(VISITOR);
  }
  if (fault === 'the session expires') server.network = 'expired';
  if (fault === 'another user signs in') signIn(BOB);
  if (fault === 'the button is pressed again') press(kind);
  if (fault === 'a second tab opens') openTab();
}

beforeEach(async () => {
  await Promise.all([loadFollower(), loadErrorReader()]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  told = [];
  onTestFinished(subscribeToEnds(hear));
  signIn();
});

/** The registry does at the next sign-in what it does at the next visit. */
async function reload(): Promise<void> {
  setSession(VISITOR);
  signIn();
  await pass(90_000);
}

/** The steps that a kind does not have, and the presses that its page refuses or that ask for a second result. */
const isImpossible = (kind: Kind, step: Step, fault: Fault) =>
  (kind === 'edit' && step === 'the upload') ||
  (fault === 'the button is pressed again' && (kind === 'image' || step === 'the end')) ||
  (kind === 'cutout' && step === 'a poll');

const CASES = FAULTS.flatMap((fault) =>
  KINDS.flatMap((kind) =>
    STEPS.filter((step) => !isImpossible(kind, step, fault)).map((step) => [kind, step, fault] as const),
  ),
);

it.each(CASES)('one %s is paid once and shown when at %s %s', async (kind, at, fault) => {
  let isDue = true;
  const reach = (step: Step): void => {
    if (step !== at || !isDue) return;
    isDue = false;
    happen(fault, kind);
  };
  server = new PaidServer(at === 'the answer that it waits' || at === 'a poll', reach);
  onTestFinished(
    subscribeToEnds(() => {
      reach('the end');
      return true;
    }),
  );
  press(kind);
  reach('the press');
  await pass(90_000);
  expect([isDue, server.paid.size <= 1]).toEqual([false, true]);

  const isLost = fault.startsWith('the connection is lost');
  if (fault === 'the connection is lost until after a reload') await reload();
  if (fault === 'the connection is lost, and the gateway refuses the next press') {
    server.network = 'refuses';
    if (told.length === 0) press(kind);
    await pass(90_000);
  }
  server.network = 'works';
  if (!isLost) await reload();
  if (told.length === 0) press(kind);
  await pass(90_000);

  expect([server.paid.size, [...server.paid.keys()], localStorage.getItem('pendingGenerations')]).toEqual([
    1,
    [...new Set(told)],
    null,
  ]);
});

it.each(['image', 'edit'] as const)(
  'one %s is followed by a second tab while the first tab may send its request again',
  async (kind) => {
    shareLocks();
    server = new PaidServer(false, () => undefined);
    server.network = 'lost';
    press(kind);
    await pass(21_000);
    server.network = 'works';
    openTab();
    await pass(10_000);

    const [id] = server.paid.keys();
    expect(told).toEqual([id, id]);
  },
);

it('one image keeps its mark and its series when a second tab, which was open before, follows it too', () => {
  const read = () => localStorage.getItem('pendingGenerations') ?? '[]';
  openTab();
  server = new PaidServer(true, () => undefined);
  press('image', { thumbnailId: 'earlier', layers: [] });
  const before = JSON.parse(read()) as { id: string }[];
  const listed = before.map(({ id }) => ({ id, createdAt: new Date().toISOString() }));
  secondTab.dispatch({ type: 'listed', userId: ADA.id, listed });

  expect(before).toMatchObject([{ series: { thumbnailId: 'earlier' }, mark: expect.any(String) as string }]);
  expect(JSON.parse(read())).toMatchObject(before);
});

it('one cut-out is paid once when its request is refused, and a second tab, which has resumed it, still sends it', async () => {
  const late = deferred<undefined>();
  let requests = 0;
  server = new PaidServer(false, (step) => {
    if (step !== 'the request before it arrives') return undefined;
    requests += 1;
    if (requests === 2) return late.promise;
    if (requests > 2) return undefined;
    openTab();
    server.network = 'refuses';
    return undefined;
  });
  press('cutout');
  await pass(1_000);
  expect([requests, told]).toEqual([2, []]);
  server.network = 'works';
  press('cutout');
  await pass(1_000);
  late.resolve(undefined);
  await pass(90_000);

  expect([...server.paid.keys()]).toEqual([...new Set(told)]);
  expect(server.paid.size).toBe(1);
});
