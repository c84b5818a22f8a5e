import { createStore } from '../lib/store.ts';
import { readUserId, sessionStore } from './session-store.ts';

const clears: (() => void)[] = [];

/** Empties the stores of `createUserStore`, when the user signs out. */
export function clearUserStores(): void {
  for (const clear of clears) clear();
}

/**
 * Creates a store for the work of one user, which this page keeps while another page is open and after the session has expired. A
 * visitor's work belongs to the user who signs in next.
 * @param end called with the work of a session that ends. @returns the work that stays for the next sign-in of the same user
 */
export function createUserStore<T>(empty: T, end = (value: T) => value) {
  interface Owned {
    value: T;
    /** The only user who may see the value. Undefined for a visitor's value. */
    ownerId?: string | undefined;
  }
  const store = createStore((): Owned => ({ value: empty }));

  sessionStore.subscribe(() => {
    const { value, ownerId } = store.get();
    const userId = readUserId();
    if (userId === ownerId) return;
    const kept = ownerId === undefined ? value : end(value);
    const isOtherUser = ownerId !== undefined && userId !== undefined;
    store.set({ value: isOtherUser ? empty : kept, ownerId: userId ?? ownerId });
  });
  clears.push(() => {
    end(store.get().value);
    store.set({ value: empty });
  });

  return {
    /** Returns an empty value to every user but the owner. */
    get: (): T => {
      const { value, ownerId } = store.get();
      return ownerId === undefined || ownerId === readUserId() ? value : empty;
    },
    set: (value: T): void => store.set({ value, ownerId: readUserId() }),
    subscribe: store.subscribe,
  };
}
