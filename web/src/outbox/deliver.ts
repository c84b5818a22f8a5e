import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, ConnectionError, hasCode, isNotFound, UnexpectedResponseError } from '../api/errors.ts';
import { request as callApi } from '../api/request.ts';
import { readThumbnail } from '../api/read-thumbnails.ts';
import { isBoolean, isNumber, isObjectOf, isOptional, isString } from '../lib/guards.ts';
import { isSignedInAs } from '../session/session-store.ts';
import { markDesign, toStoredDesign, type StoredDesign } from './designs.ts';
import { findEntry, putEntry, updateEntry, withSent, type Entry } from './entries.ts';
import { isUpdate, readVersion, withoutPreview, withVersion, type OutboxRequest } from './requests.ts';
import { SAVED, type Task } from './task.ts';
import { knownToken } from './token-ahead.ts';

export { readTokenAhead } from './token-ahead.ts';

/**
 * The errors of each request after which the same request may succeed. An ended session is one, because the next sign-in sends again.
 * The API never forbids these requests, but a captive portal does.
 */
const RETRIED = {
  saveDesign: ['too_many_requests', 'unauthorized', 'forbidden', 'internal'],
  deleteThumbnail: ['too_many_requests', 'unauthorized', 'forbidden'],
  updateThumbnail: ['too_many_requests', 'unauthorized', 'forbidden'],
  updateCutout: ['too_many_requests', 'unauthorized', 'forbidden'],
} as const satisfies Record<OutboxRequest['name'], readonly ErrorCode[]>;

/**
 * Puts the design of an earlier visit again, unless another page or device has saved a newer one.
 * @param stored what the server had when the page read it
 * @param draft what this browser had put before that
 */
export function resume(task: Task, stored: StoredDesign, draft: Entry): void {
  const mark = markDesign(stored.design);
  const kept = findEntry(task.key);
  // The server has confirmed the draft, and maybe later changes of this page, since the page read it.
  if (!kept && task.stored && task.stored.version > (readVersion(draft.request) ?? 0)) return;
  const current = kept ?? withSent(draft);
  const version = readVersion(current.request) ?? 0;
  const isOwn = version >= stored.version || withSent(current).sent.includes(mark);
  task.last = { ...current, state: isOwn ? 'unsent' : 'held' };
  putEntry(task.last);
  task.setState(isOwn ? { status: 'saving' } : { status: 'conflict', theirs: stored });
  if (isOwn && version <= stored.version) task.stored = { version: stored.version, mark };
  if (isOwn && version < stored.version) task.confirm(mark, stored.version);
}

/** Sends the entry of a task, and what is put meanwhile. */
export async function deliver(task: Task): Promise<void> {
  task.cancel();
  restoreLost(task);
  const entry = findEntry(task.key);
  const isStored = entry?.mark === task.stored?.mark && entry?.sent.length === 0;
  if (!entry || isStored) {
    // Undo has restored what the server has.
    if (entry) task.end();
    else task.setState(SAVED);
    return;
  }
  if (!isSignedInAs(entry.userId)) return;
  // The server may receive two requests in any order, and an update has no revision. So the later update waits for the first response.
  if (task.requests > 0 && isUpdate(entry.request)) return;
  task.setState({ status: 'saving' });
  const { prepare } = task;
  const complete = prepare?.mark === entry.mark ? await prepare.run(task.hurry.signal) : entry.request;
  // A page that is being left has no time for what was changed during the preparation.
  const latest = task.isLeaving ? (findEntry(task.key) ?? entry) : entry;
  await send(task, latest.mark === entry.mark ? { ...entry, request: complete } : latest);
  if (!findEntry(task.key) || task.state.status !== 'saving') return;
  if (task.delay === 0) await deliver(task);
  else task.schedule(task.delay);
}

/**
 * Puts an entry again that this page has put, and that has gone from the storage. Another tab may have sent the entry, which is no
 * conflict, or may have removed it with its confirmation at the moment when this page wrote a newer content. A deletion stays away,
 * because the user goes on with the thumbnail in another tab.
 */
function restoreLost({ key, last }: Task): void {
  if (last && last.request.name !== 'deleteThumbnail' && isSignedInAs(last.userId) && !findEntry(key))
    putEntry(withSent(last));
}

async function send(task: Task, { userId, mark, request }: Entry): Promise<void> {
  restoreLost(task);
  const current = findEntry(task.key);
  if (!current) {
    task.setState(SAVED);
    return;
  }
  const version = readVersion(current.request);
  const { isLeaving } = task;
  // The response of the request that is in flight would name the next revision. The same content repeats that request.
  const isNext = isLeaving && task.requests > 0 && version !== undefined && task.sending !== mark;
  const ready = withVersion(request, isNext ? version + 1 : version);
  if (isNext) task.ahead = version + 1;
  const kept = { ...withSent(current, mark), due: Date.now() };
  updateEntry(kept.mark === mark ? { ...kept, request: withVersion(ready, version) } : kept);
  // If an update that was sent is gone, another tab has ended it, and may have sent a later update of the same field. A deletion that
  // was sent cannot be undone.
  if (ready.name !== 'saveDesign') task.last = undefined;
  task.isLeaving = false;
  task.sending = mark;
  task.requests += 1;
  const sent = isLeaving && !isKeptAlive(ready) ? withoutPreview(ready) : ready;
  const { keepalive, release } = reserveBytes(sent);
  try {
    const token = isLeaving ? knownToken(userId) : undefined;
    const response = await callApi(sent.name, sent.input, { keepalive, userId, token });
    task.confirm(mark, readConfirmation(ready, response));
  } catch (error) {
    await handleFailure(task, mark, ready, error);
  } finally {
    task.requests -= 1;
    release();
  }
}

/** A browser refuses requests that outlive the page when all of them together have more than 64 kB. */
const MAX_KEEPALIVE_BYTES = 60_000;
let keptBytes = 0;

const countBytes = ({ input }: OutboxRequest): number => new Blob([JSON.stringify(input)]).size;

/** Says whether a request may outlive the page beside the requests that are in flight. */
const isKeptAlive = (request: OutboxRequest): boolean =>
  keptBytes + countBytes(request) <= MAX_KEEPALIVE_BYTES;

function reserveBytes(request: OutboxRequest): { keepalive: boolean; release: () => void } {
  const keepalive = isKeptAlive(request);
  const bytes = keepalive ? countBytes(request) : 0;
  keptBytes += bytes;
  return { keepalive, release: () => (keptBytes -= bytes) };
}

async function handleFailure(
  task: Task,
  mark: string,
  request: OutboxRequest,
  error: unknown,
): Promise<void> {
  if (hasCode(error, 'design_changed')) {
    await compareWithStored(task, request);
  } else if (isTemporary(request, error)) {
    if (error instanceof ApiError) task.refusedUntil = Date.now() + error.retryAfterSeconds * 1_000;
    task.retryLater();
  } else if (isNotFound(error)) {
    // The thumbnail or the cut-out was deleted.
    task.end();
    if (request.name === 'saveDesign' || request.name === 'updateCutout')
      task.setState({ status: 'refused', error });
  } else {
    const current = findEntry(task.key);
    if (current && current.mark !== mark) return; // The later change is tried again.
    if (current) updateEntry({ ...current, state: 'held' });
    task.setState({ status: 'refused', error });
  }
}

/** The design of the server may be from this browser: its response was lost, or belonged to a page that has ended. */
async function compareWithStored(task: Task, { input }: OutboxRequest): Promise<void> {
  try {
    const theirs = toStoredDesign(await readThumbnail(input.params.id));
    const mark = markDesign(theirs.design);
    restoreLost(task); // Another page may have taken the entry.
    const current = findEntry(task.key);
    // The design that the page has changed may also have a later revision: another device has undone its own change.
    const isKnown = current && (mark === task.stored?.mark || withSent(current).sent.includes(mark));
    if (!current) task.setState(SAVED);
    else if (readVersion(current.request) === theirs.version) return; // Another response has arrived meanwhile.
    else if (isKnown) task.confirm(mark, theirs.version);
    else {
      updateEntry({ ...current, state: 'held' });
      task.setState({ status: 'conflict', theirs });
    }
  } catch {
    task.retryLater();
  }
}

/** Returns the revision that the server confirms, if the request has one. A response of e.g. a captive portal confirms nothing. */
function readConfirmation(request: OutboxRequest, response: unknown): number | undefined {
  if (request.name === 'saveDesign' && isObjectOf({ version: isNumber })(response)) return response.version;
  if (request.name === 'deleteThumbnail' && isObjectOf({ deleted: isBoolean })(response)) return undefined;
  if (request.name === 'updateThumbnail' && hasUpdate(response, request.input.body, THUMBNAIL_FIELDS))
    return undefined;
  if (request.name === 'updateCutout' && hasUpdate(response, request.input.body, CUTOUT_FIELDS))
    return undefined;
  throw new UnexpectedResponseError();
}

const THUMBNAIL_FIELDS = ['name', 'favorite'];
const CUTOUT_FIELDS = ['name', 'person'];

/** Returns true if a response has the values that an update sets, and does not have those that the update removes. */
function hasUpdate(
  response: unknown,
  changes: Readonly<Record<string, string | null | undefined>>,
  fields: readonly string[],
): boolean {
  const isTexts = isObjectOf<Record<string, string | undefined>>(
    Object.fromEntries(fields.map((field) => [field, isOptional(isString)])),
  );
  return (
    isTexts(response) &&
    Object.keys(response).every((field) => fields.includes(field)) &&
    fields.every(
      (field) =>
        changes[field] === undefined || (changes[field] === null) === (response[field] === undefined),
    )
  );
}

const isTemporary = ({ name }: OutboxRequest, error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof UnexpectedResponseError ||
  hasCode(error, ...RETRIED[name]);
