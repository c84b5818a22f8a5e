import type { KeyValueStorageInterface } from 'aws-amplify/utils';

/** Where Amplify keeps tokens in a process without a browser's storage. */
export class MemoryStorage implements KeyValueStorageInterface {
  readonly #items = new Map<string, string>();

  setItem(key: string, value: string): Promise<void> {
    this.#items.set(key, value);
    return Promise.resolve();
  }

  getItem(key: string): Promise<string | null> {
    return Promise.resolve(this.#items.get(key) ?? null);
  }

  removeItem(key: string): Promise<void> {
    this.#items.delete(key);
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.#items.clear();
    return Promise.resolve();
  }
}
