import { readItem, removeItem, STORAGE_KEYS, writeItem } from '../lib/browser-storage.ts';

/** The text of the outbox while the storage of the browser is turned off or full. It ends with the tab. */
let inMemory: string | undefined;

/** Returns the entries of the outbox as JSON; undefined when nothing is unsent. The first page loads no more of the outbox. */
export const readUnsentText = (): string | undefined => inMemory ?? readItem(STORAGE_KEYS.outbox);

export function writeUnsentText(text: string | undefined): void {
  if (text === undefined) removeItem(STORAGE_KEYS.outbox);
  inMemory = text === undefined || writeItem(STORAGE_KEYS.outbox, text) ? undefined : text;
}

/** Returns false when the entries end with the tab. */
export const isTextKept = (): boolean => inMemory === undefined;
