import { beforeEach, expect, it } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import {
  discardTexts,
  forgetAllNames,
  formTexts,
  putNames,
  showUnsentNames,
  typeNames,
} from '../../../web/src/outbox/cutout-names.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, outbox } from '../../../web/src/outbox/outbox.ts';
import { sendAll } from '../../../web/src/outbox/send-all.ts';
import { readNamed, shownNames } from '../../../web/src/outbox/shown-names.ts';
import { foreign, json, lostConnection, refusal, type FakeCall } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn, type SiteHandlers } from '../support/site.tsx';
import { pass, stubClock } from './support/design-page.ts';

const ID = '22222222-2222-4222-8222-222222222222';
const KEY = `cutout/${ID}`;
const LAUGHING = { name: 'laughing', person: undefined };
const ANGRY = { name: 'angry', person: 'Me' };

let calls: FakeCall[];
/** Replaces the next responses. */
let replies: NonNullable<SiteHandlers['updateCutout']>[];
let failures: string[];

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  outbox.forget(ADA.id);
  forgetAllNames();
  replies = [];
  failures = [];
  calls = fakeApi({ updateCutout: (call) => replies.shift()?.(call) ?? json({ name: 'laughing' }) });
  signIn();
});

const put = (names: typeof LAUGHING | typeof ANGRY) =>
  putNames(ADA.id, ID, names, (failure) => failures.push(failure));
const bodies = () => calls.map(({ body }) => body);
const readTexts = () => [[...shownNames.get()], [...formTexts.get()]];

it.each([
  foreign({ login: 'https://portal.test' }),
  foreign({}),
  foreign({ name: 'laughing', person: 'Me' }),
])('a name is not confirmed by a response that does not have it', async (response) => {
  replies = [() => response];
  put(LAUGHING);
  await pass(0);
  expect(outbox.getState(KEY)).toEqual({ status: 'retrying', isOffline: false });
  await pass(5_000);

  const body = { name: 'laughing', person: null };
  expect([bodies(), listEntries(ADA.id)]).toEqual([[body, body], []]);
});

it('a typed name is sent neither by a page that is left nor by the next page', async () => {
  typeNames(ADA.id, ID, LAUGHING);
  outbox.leave();
  await pass(60_000);
  expect(calls).toEqual([]);
  forgetAllNames();
  showUnsentNames(ADA.id);

  expect(readTexts()).toEqual([[], [[ID, LAUGHING]]]);
});

it('a name that was saved offline is not lost behind the next letters', async () => {
  replies = [lostConnection];
  put(LAUGHING);
  await pass(0);
  typeNames(ADA.id, ID, { name: 'laughing l', person: '' });
  outbox.leave();
  await pass(0);

  expect(bodies()).toEqual([
    { name: 'laughing', person: null },
    { name: 'laughing l', person: null },
  ]);
});

it('a text that is dropped brings back the name that was saved before, which the server may not have', async () => {
  replies = [lostConnection];
  put(LAUGHING);
  await pass(0);
  typeNames(ADA.id, ID, ANGRY);
  discardTexts(ADA.id, ID);
  await pass(5_000);

  expect(bodies().at(-1)).toEqual({ name: 'laughing', person: null });
  expect([readTexts(), listEntries(ADA.id)]).toEqual([[[[ID, LAUGHING]], []], []]);
});

it('a name that the server refuses is only in its form, and stays in the browser', async () => {
  replies = [() => refusal('internal')];
  put(ANGRY);
  await pass(0);

  expect(readTexts()).toEqual([[], [[ID, { ...ANGRY, failure: failures[0] }]]]);
  expect(failures).toMatchObject([expect.stringMatching(/^The name was not saved/)]);
  expect(listEntries(ADA.id).map(({ state }) => state)).toEqual(['held']);
});

it('the name of a deleted cut-out is not sent again, and the user learns why', async () => {
  replies = [() => refusal('not_found')];
  put(ANGRY);
  await pass(0);

  expect([failures, listEntries(ADA.id)]).toEqual([['This cut-out was deleted.'], []]);
});

it('a list that is read after the response shows its own names', async () => {
  put(LAUGHING);
  await readNamed(() => Promise.resolve());
  expect([...shownNames.get().keys()]).toEqual([ID]);
  await sendAll([KEY]);
  await readNamed(() => Promise.resolve());

  expect([...shownNames.get().keys()]).toEqual([]);
});
