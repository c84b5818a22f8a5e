/**
 * Creates a value that components can subscribe to.
 * @param read returns the first value, when the value is needed for the first time
 */
export function createStore<T>(read: () => T) {
  let current: { value: T } | undefined;
  const listeners = new Set<() => void>();
  return {
    get: (): T => (current ??= { value: read() }).value,
    set: (value: T): void => {
      current = { value };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
