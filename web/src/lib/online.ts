import { useSyncExternalStore } from 'react';

/** True if the browser has no network. False does not mean that the API can be reached. */
export const isOffline = (): boolean => !navigator.onLine;

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}

/** Resolves at once while the browser is online, otherwise with the next connection. Rejects when the signal aborts. */
export async function waitUntilOnline(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!isOffline()) return;
  await new Promise((resolve, reject) => {
    addEventListener('online', resolve, { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
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
