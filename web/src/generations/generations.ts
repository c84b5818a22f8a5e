import { createStore } from '../lib/store.ts';
import { addUserCode } from '../session/user-code.ts';
import { reportLostCode } from '../ui/lazy-part.tsx';
import { NO_GENERATIONS } from './generation.ts';
import type { Generation } from './generation.ts';
import type { Action } from './reduce.ts';
import type { Registry } from './registry.ts';

/**
 * The paid processes of the user: the processes that this page, earlier visits and other devices have started. The code that changes
 * and follows them loads with the session, because a visitor has none.
 */
export const generations = createStore(() => NO_GENERATIONS);

/** Called when a generation ends. @returns true if its page shows the end, so that no message is needed */
export type EndListener = (generation: Generation) => boolean;

const endListeners = new Set<EndListener>();

export function subscribeToEnds(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

const announceEnd = (generation: Generation): boolean =>
  [...endListeners].map((hear) => hear(generation)).includes(true);

export const loadFollower = () => import('./follower.ts');

let registry: Registry | undefined;

export async function loadRegistry(): Promise<Registry> {
  const code = await import('./registry.ts');
  registry ??= new code.Registry({ generations, announceEnd, loadFollower });
  return registry;
}

addUserCode(loadRegistry);
addUserCode(loadFollower);

/** Changes the registry at once, so that a second press finds what the first one has begun. */
function change(make: (loaded: Registry) => void): void {
  if (registry) make(registry);
  else void loadRegistry().then(make, reportLostCode);
}

export const dispatch = (action: Action): void => change((loaded) => loaded.dispatch(action));

let isBeginning = false;

/** Begins what one press asks for (`registry.ts`). While its code loads, nothing shows that a press was taken, so another press does nothing. */
export function begin(...args: Parameters<Registry['begin']>): void {
  if (registry) {
    registry.begin(...args);
    return;
  }
  if (isBeginning) return;
  isBeginning = true;
  void loadRegistry()
    .then((loaded) => loaded.begin(...args), reportLostCode)
    .finally(() => {
      isBeginning = false;
    });
}

/** Asks again for an edit that has failed. */
export const retry = (...args: Parameters<Registry['retry']>): void =>
  change((loaded) => loaded.retry(...args));

/** Cancels a generation that waits in line, or tells the creator that it goes on. */
export const cancel = (id: string): Promise<void> =>
  loadRegistry().then((loaded) => loaded.cancel(id), reportLostCode);
