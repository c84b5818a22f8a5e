import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it has no network. False says nothing about the API. */
export const isOffline = (): boolean => !navigator.onLine;

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}

/** Resolves at once while the browser is online, otherwise with the next connection. Rejects when the signal aborts. */
export function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (!isOffline()) {
      resolve();
      return;
    }
    const stop = new AbortController();
    addEventListener(
      'online',
      () => {
        stop.abort();
        resolve();
      },
      { signal: stop.signal },
    );
    signal.addEventListener(
      'abort',
      () => {
        stop.abort();
        reject(signal.reason as Error);
      },
      { signal: stop.signal },
    );
  });
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
