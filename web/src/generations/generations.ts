import { ApiError, ConnectionError, UserFacingError } from '../api/errors.ts';
import { cancelGeneration } from '../api/waiting-line.ts';
import { createStore } from '../lib/store.ts';
import { sessionStore } from '../session/session-store.ts';
import { reportLostCode } from '../ui/lazy-part.tsx';
import type { Outcome } from './follow-generation.ts';
import { isRunning, markInput } from './generation.ts';
import type { EditGeneration, End, Generation } from './generation.ts';
import { findOpen, NO_GENERATIONS, reduce } from './reduce.ts';
import type { Action } from './reduce.ts';
import { loadStored, store } from './stored-generations.ts';

/**
 * The paid processes of the user: the processes that this page, earlier visits and other devices have started. Every page follows
 * each process to its end.
 */
const registry = createStore(() => NO_GENERATIONS);
let ownerId: string | undefined;

/** Called when a generation ends. @returns true if its page shows the end, so that no message is needed */
export type EndListener = (generation: Generation) => boolean;
const endListeners = new Set<EndListener>();
/** Those who follow a generation, by its id. */
const followers = new Map<string, AbortController>();

/** A visitor does not need it, and nothing is sent without it. */
export const loadFollower = () => import('./follower.ts');
let follower: Awaited<ReturnType<typeof loadFollower>> | undefined;

sessionStore.subscribe(() => {
  const session = sessionStore.get();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  if (userId === ownerId) return;
  ownerId = userId;
  dispatch({ type: 'opened', stored: userId === undefined ? [] : loadStored(userId) });
});

export function dispatch(action: Action): void {
  const state = reduce(registry.get(), action);
  store(state);
  registry.set(state);
  for (const [id, controller] of followers) {
    const generation = state.all.get(id);
    if (generation && isRunning(generation)) continue;
    controller.abort();
    followers.delete(id);
  }
  for (const generation of state.all.values()) {
    if (isRunning(generation) && !followers.has(generation.id)) void follow(generation);
  }
  follower?.showRunning([...state.all.values()]);
}

async function follow(generation: Generation): Promise<void> {
  const { id } = generation;
  const controller = new AbortController();
  const { signal } = controller;
  followers.set(id, controller);
  const outcome = await loadFollower().then(
    (loaded) => {
      follower = loaded;
      loaded.showRunning([...registry.get().all.values()]);
      const onChange = (changes: Pick<Generation, 'line' | 'uploadId'>) => {
        if (!signal.aborted) dispatch({ type: 'changed', id, changes });
      };
      return loaded.followGeneration(generation, { signal, onChange });
    },
    (): Outcome => {
      reportLostCode();
      const { input, isRequested } = generation;
      const isNew = input !== undefined && isRequested !== true;
      // A new generation was not sent.
      return {
        error: isNew ? new UserFacingError('The connection was lost', 'none') : new ConnectionError(),
      };
    },
  );
  if (signal.aborted) return;
  const { expiredUploadId, ...end } = outcome;
  if (expiredUploadId === undefined) finish(id, end);
  else dispatch({ type: 'renewed', id, newId: crypto.randomUUID(), error: end.error, expiredUploadId });
}

function finish(id: string, end: End): void {
  const before = registry.get().all.get(id);
  if (!before || !isRunning(before)) return;
  const generation = { ...before, end };
  // The outbox has the layers before this registry forgets them.
  follower?.giveLayers(generation);
  dispatch({ type: 'ended', id, end });
  const isShown = [...endListeners].map((hear) => hear(generation)).includes(true);
  follower?.tellEnd(generation, isShown);
}

type Begun<Kind> = Pick<Extract<Generation, { kind: Kind }>, 'kind' | 'userId' | 'thumbnailId'> & {
  input: NonNullable<Extract<Generation, { kind: Kind }>['input']>;
};

/**
 * Begins what one press asks for, unless the session has ended since. The same request whose outcome is unknown goes on under its
 * id instead.
 * @param count of images
 */
export function begin(wanted: Begun<'image'> | Begun<'edit'> | Begun<'cutout'>, count = 1): void {
  if (wanted.userId !== ownerId) return;
  const mark = markInput(wanted.kind, wanted.input);
  const open = findOpen(registry.get().all, mark);
  const batchId = crypto.randomUUID();
  const series = wanted.kind === 'image' ? wanted.input.series : undefined;
  const batch = { ...wanted, series, mark, batchId, startedAt: Date.now() };
  // The images of a set are sorted by their ids, so that they have the same order after a reload.
  const newIds = Array.from({ length: count }, () => crypto.randomUUID()).sort();
  dispatch({
    type: 'begun',
    generations: newIds.map((newId, index): Generation => {
      const { id = newId, uploadId, setId = count > 1 ? batchId : undefined } = open[index] ?? {};
      return { ...batch, id, uploadId, setId, isRequested: id !== newId };
    }),
  });
}

/** Asks again for an edit that has failed. */
export function retry(failed: EditGeneration): void {
  const { kind, userId, thumbnailId, input } = failed;
  if (input) begin({ kind, userId, thumbnailId, input });
  // Without its input, only the end of the same generation can be asked for.
  else dispatch({ type: 'begun', generations: [{ ...failed, end: undefined, startedAt: Date.now() }] });
}

/** Cancels a generation that waits in line. @throws the errors of `cancelGeneration`: the generation goes on. */
export async function cancel(id: string): Promise<void> {
  await cancelGeneration(id);
  finish(id, { error: new ApiError('generation_canceled') });
}

export const generations = {
  get: registry.get,
  subscribe: registry.subscribe,
  subscribeToEnds: (listener: EndListener): (() => void) => {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  },
};
