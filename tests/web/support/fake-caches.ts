import { vi } from 'vitest';

/** Replaces the storage of the browser that has room for files. Its contents are responses by their path. */
export function fakeCaches(): Map<string, Map<string, Response>> {
  const stores = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return Promise.resolve({
      keys: () => Promise.resolve([...store.keys()]),
      match: (path: string) => Promise.resolve(store.get(path)?.clone()),
      put: (path: string, response: Response) => Promise.resolve(void store.set(path, response)),
      delete: (path: string) => Promise.resolve(store.delete(path)),
    });
  };
  vi.stubGlobal('caches', {
    open,
    has: (name: string) => Promise.resolve(stores.has(name)),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  });
  return stores;
}
