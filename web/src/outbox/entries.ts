import { parseJson } from '../lib/browser-storage.ts';
import { isListOf, isNumber, isObjectOf, isOneOf, isString } from '../lib/guards.ts';
import { isRequest, type OutboxRequest } from './requests.ts';
import { listUnsentKeys, readUnsentText, removeUnsentText, writeUnsentText } from './unsent-text.ts';

/** A request that the browser keeps until the server has answered it, or until its user signs out. */
export interface Entry {
  /** A newer request with the same key replaces an unsent one. */
  key: string;
  userId: string;
  request: OutboxRequest;
  /** The mark of the content: equal designs have equal marks. Each update of a field has a different mark. */
  mark: string;
  /** The marks that this browser has sent without a response. The server may have stored each of these contents, or may still do so. */
  sent: string[];
  /** The time from which every page may send the request, in ms since the epoch. The page that put it may send it earlier. */
  due: number;
  /** The later entry has the greater number. The storage has no order. */
  order: number;
  /** A `held` request was refused, or is only typed. It waits for another change or for a choice of the creator. */
  state: 'unsent' | 'held';
}

const isEntry = isObjectOf<Entry>({
  key: isString,
  userId: isString,
  request: isRequest,
  mark: isString,
  sent: isListOf(isString),
  due: isNumber,
  order: isNumber,
  state: isOneOf('unsent', 'held'),
});

/** More designs than a creator leaves behind while being offline. */
const MAX_DESIGNS = 12;

/** Lists the entries of a user, the latest last. */
export const listEntries = (userId: string): Entry[] =>
  readEntries().filter((entry) => entry.userId === userId);

/** Reads the storage each time, because other tabs write it as well. */
export const findEntry = (key: string): Entry | undefined => parseJson(readUnsentText(key), isEntry);

/** The longest time until every page may send a request, in ms. */
export const MAX_DELAY_MS = 600_000;

/** True if every page may send the request. A time that is too far away is from before the clock was set back. */
export const isDue = ({ due }: Entry): boolean => due <= Date.now() || due > Date.now() + MAX_DELAY_MS;

/** Writes an entry behind the others. */
export function putEntry(entry: Entry): void {
  const order = Math.max(0, ...readEntries().map((other) => other.order)) + 1;
  updateEntry({ ...entry, order });
  const designs = readEntries().filter(({ request }) => request.name === 'saveDesign');
  for (const { key } of designs.slice(0, -MAX_DESIGNS)) removeEntry(key);
}

/** Writes an entry in its place. */
export const updateEntry = (entry: Entry): void => writeUnsentText(entry.key, JSON.stringify(entry));

export const removeEntry = removeUnsentText;

/** Removes the designs that other pages of the same thumbnail have put with the same contents. Each deletion has the same mark. */
export function removeCopies(key: string, marks: readonly string[]): void {
  const pages = key.slice(0, key.lastIndexOf('/') + 1);
  for (const other of listUnsentKeys()) {
    if (other === key || !other.startsWith(pages)) continue;
    const entry = findEntry(other);
    if (entry?.request.name === 'saveDesign' && marks.includes(entry.mark)) removeEntry(other);
  }
}

/** Removes the entries of a user, and the entries that are damaged: nobody can say whose they are. */
export function removeEntries(userId: string): void {
  for (const key of listUnsentKeys()) if ((findEntry(key)?.userId ?? userId) === userId) removeEntry(key);
}

const readEntries = (): Entry[] =>
  listUnsentKeys()
    .flatMap((key) => findEntry(key) ?? [])
    .sort((a, b) => a.order - b.order);

/** More marks than a browser sends before a response. */
const MAX_MARKS = 50;

/** Remembers that a content was sent. @default the content of the entry */
export const withSent = (entry: Entry, mark = entry.mark): Entry => ({
  ...entry,
  sent: [...new Set([...entry.sent, mark])].slice(-MAX_MARKS),
});
