import { LIMITS } from '../../../contract/limits.ts';

export interface HistoryEntry {
  id: string;
  url: string;
}

export type History = readonly HistoryEntry[];

/** Puts a thumbnail at the end; beyond the limit the oldest goes. */
export function append(history: History, entry: HistoryEntry): History {
  return [...drop(history, entry.id), entry].slice(-LIMITS.historyLength);
}

export function drop(history: History, id: string): History {
  return history.filter((entry) => entry.id !== id);
}

export function replaceUrl(history: History, id: string, url: string): History {
  return history.map((entry) => (entry.id === id ? { ...entry, url } : entry));
}

export function isFull(history: History): boolean {
  return history.length >= LIMITS.historyLength;
}
