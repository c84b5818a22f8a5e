import type { CutoutNames } from '../api/cutouts.ts';
import { composeFailure } from '../api/error-sentences.ts';
import { isNotFound } from '../api/errors.ts';
import { isObjectOf, isString } from '../lib/guards.ts';
import { createStore } from '../lib/store.ts';
import { notify } from '../ui/notify.ts';
import { findEntry, listEntries, removeEntry } from './entries.ts';
import { outbox } from './outbox.ts';
import { cutoutKey, type OutboxRequest } from './requests.ts';
import { shownNames } from './shown-names.ts';

/** The texts of the form of a cut-out, which the user has only typed, or which the server has refused. */
export interface FormTexts extends CutoutNames {
  /** Why the server has refused the texts. */
  failure?: string;
}

/** The texts that are only in their forms, by the ids of the cut-outs. */
export const formTexts = createStore<ReadonlyMap<string, FormTexts>>(() => new Map());

type Report = (failure: string) => void;

/** Tells the user that the server has refused the texts of a cut-out. */
const reports = new Map<string, Report>();

function set<Value>(
  store: ReturnType<typeof createStore<ReadonlyMap<string, Value>>>,
  id: string,
  value: Value | undefined,
): void {
  const next = new Map(store.get());
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  store.set(next);
}

/** Returns typed texts as the server stores them. */
const clean = ({ name, person }: CutoutNames): CutoutNames => ({
  name: cleanText(name),
  person: cleanText(person),
});

const cleanText = (text = '') => (text.trim() === '' ? undefined : text.trim());

function toRequest(id: string, names: CutoutNames): OutboxRequest {
  const { name = null, person = null } = clean(names);
  return { name: 'updateCutout', input: { params: { id }, body: { name, person } } };
}

/** Shows the name and the person of a cut-out at once, and sends them. */
export function putNames(userId: string, id: string, names: CutoutNames, report?: Report): void {
  if (report) reports.set(id, report);
  set(shownNames, id, names);
  set(formTexts, id, undefined);
  const request = toRequest(id, names);
  outbox.put({ key: cutoutKey(id), userId, request, mark: crypto.randomUUID(), delay: 0 });
}

/** The pause after a letter, in ms, if it joins names that are being sent. */
const TYPING_PAUSE_MS = 1_000;

/** Keeps what the user has typed so far. Only the user and a sign-out save it. */
export function typeNames(userId: string, id: string, names: CutoutNames): void {
  const key = cutoutKey(id);
  // Names that were saved and not sent yet would be lost behind a request that waits.
  const isHeld = findEntry(key)?.state !== 'unsent';
  set(formTexts, id, names);
  outbox.put({
    ...{ key, userId, request: toRequest(id, names) },
    ...{ mark: crypto.randomUUID(), delay: TYPING_PAUSE_MS, isHeld },
  });
}

/** Saves what the user has only typed, before a sign-out. */
export function saveTyped(userId: string): void {
  showUnsentNames(userId); // Another tab may have typed texts.
  for (const [id, texts] of formTexts.get())
    if (findEntry(cutoutKey(id))?.userId === userId) putNames(userId, id, clean(texts));
}

/** Drops the texts of a form. Names that were saved before are sent again, because the server may not have them. */
export function discardTexts(userId: string, id: string): void {
  const saved = shownNames.get().get(id);
  if (saved) putNames(userId, id, saved);
  else {
    set(formTexts, id, undefined);
    outbox.discard(cutoutKey(id));
  }
}

/** Forgets the texts of a cut-out that was deleted. */
export function forgetNames(id: string): void {
  set(shownNames, id, undefined);
  set(formTexts, id, undefined);
  outbox.discard(cutoutKey(id));
}

/** Forgets all texts at the end of a session. */
export function forgetAllNames(): void {
  shownNames.set(new Map());
  formTexts.set(new Map());
}

/** The server checks a name when it is saved. This protects the page from a damaged entry. */
const isText = (value: unknown): value is string | null => value === null || isString(value);
const isBody = isObjectOf({ name: isText, person: isText });

/** Shows what earlier pages of this browser have not sent, or have only typed. */
export function showUnsentNames(userId: string): void {
  for (const { key, request, state } of listEntries(userId)) {
    if (request.name !== 'updateCutout') continue;
    const { params, body } = request.input;
    if (!isBody(body)) removeEntry(key);
    else if (!shownNames.get().has(params.id) && !formTexts.get().has(params.id)) {
      const names = { name: body.name ?? undefined, person: body.person ?? undefined };
      set<CutoutNames>(state === 'unsent' ? shownNames : formTexts, params.id, names);
    }
  }
}

/** Returns true if the connection, the session or a limit keeps a name from the server. */
export const areNamesDelayed = (): boolean =>
  [...shownNames.get().keys()].some((id) => outbox.getState(cutoutKey(id)).status === 'retrying');

function describeFailure(error: unknown): string {
  if (isNotFound(error)) return 'This cut-out was deleted.';
  return composeFailure('The name was not saved', error) ?? 'The name was not saved.';
}

/** Returns texts that the server refuses to their form. */
outbox.subscribe(() => {
  for (const [id, names] of shownNames.get()) {
    const state = outbox.getState(cutoutKey(id));
    if (state.status !== 'refused') continue;
    const failure = describeFailure(state.error);
    set(shownNames, id, undefined);
    set(formTexts, id, { ...names, failure });
    (reports.get(id) ?? notify.error)(failure);
  }
});
