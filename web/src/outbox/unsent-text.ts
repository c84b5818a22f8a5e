import { listKeys, OUTBOX_PREFIX, readItem, removeItem, writeItem } from '../lib/browser-storage.ts';

/** The texts that the storage of the browser does not take, because it is turned off or full. They end with the tab. */
const inMemory = new Map<string, string>();

/** Lists the keys of the entries of the outbox. The first page loads no more of the outbox. */
export const listUnsentKeys = (): string[] => [...new Set([...listKeys(OUTBOX_PREFIX), ...inMemory.keys()])];

export const readUnsentText = (key: string): string | undefined =>
  inMemory.get(key) ?? readItem(`${OUTBOX_PREFIX}${key}`);

export function writeUnsentText(key: string, text: string): void {
  if (writeItem(`${OUTBOX_PREFIX}${key}`, text)) inMemory.delete(key);
  else inMemory.set(key, text);
}

export function removeUnsentText(key: string): void {
  removeItem(`${OUTBOX_PREFIX}${key}`);
  inMemory.delete(key);
}

/** Returns false when an entry ends with the tab. */
export const isTextKept = (): boolean => inMemory.size === 0;
