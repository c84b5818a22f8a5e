import { ApiError, ConnectionError, UserFacingError } from '../api/errors.ts';
import { describeCancelFailure } from '../api/page-error-sentences.ts';
import { request } from '../api/request.ts';
import { sessionStore } from '../session/session-store.ts';
import { reportLostCode } from '../ui/lazy-part.tsx';
import { notify } from '../ui/notify.ts';
import type { Outcome } from './follow-generation.ts';
import { isOpen, isRunning } from './generation.ts';
import type * as Follower from './follower.ts';
import type { EditGeneration, End, Generation, Generations } from './generation.ts';
import { markInput } from './mark-input.ts';
import { findOpen, reduce } from './reduce.ts';
import type { Action } from './reduce.ts';
import { loadStored, store } from './stored-generations.ts';

interface RegistryOptions {
  generations: { get: () => Generations; set: (state: Generations) => void };
  /** @returns whether a page shows the end of the generation */
  announceEnd: (generation: Generation) => boolean;
  /** Nothing is sent without this code. */
  loadFollower: () => Promise<typeof Follower>;
}

type Begun<Kind> = Pick<Extract<Generation, { kind: Kind }>, 'kind' | 'userId' | 'thumbnailId'> & {
  input: NonNullable<Extract<Generation, { kind: Kind }>['input']>;
};

/** Changes the paid processes of the user who is signed in, and follows each process to its end. */
export class Registry {
  readonly #options: RegistryOptions;
  #ownerId: string | undefined;
  /** Those who follow a generation, by its id. */
  readonly #followers = new Map<string, AbortController>();
  #follower: typeof Follower | undefined;

  constructor(options: RegistryOptions) {
    this.#options = options;
    sessionStore.subscribe(() => this.#followSession());
    // The session may have loaded before this code.
    this.#followSession();
  }

  #followSession(): void {
    const session = sessionStore.get();
    const userId = session.status === 'signed-in' ? session.user.id : undefined;
    if (userId === this.#ownerId) return;
    this.#ownerId = userId;
    this.dispatch({ type: 'opened', stored: userId === undefined ? [] : loadStored(userId) });
  }

  dispatch(action: Action): void {
    const { generations } = this.#options;
    const state = reduce(
      generations.get(),
      action.type === 'listed' ? { ...action, stored: loadStored(action.userId) } : action,
    );
    store(state);
    generations.set(state);
    for (const [id, controller] of this.#followers) {
      const generation = state.all.get(id);
      if (generation && isRunning(generation)) continue;
      controller.abort();
      this.#followers.delete(id);
    }
    for (const generation of state.all.values()) {
      if (isRunning(generation) && !this.#followers.has(generation.id)) void this.#follow(generation);
    }
    this.#follower?.showRunning([...state.all.values()]);
  }

  async #follow(generation: Generation): Promise<void> {
    const { id } = generation;
    const controller = new AbortController();
    const { signal } = controller;
    this.#followers.set(id, controller);
    const outcome = await this.#options.loadFollower().then(
      (loaded) => {
        this.#follower = loaded;
        loaded.showRunning([...this.#options.generations.get().all.values()]);
        const onChange = (changes: Pick<Generation, 'line' | 'uploadId'>) => {
          if (!signal.aborted) this.dispatch({ type: 'changed', id, changes });
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
    if (expiredUploadId === undefined) this.#finish(id, end);
    else
      this.dispatch({ type: 'renewed', id, newId: crypto.randomUUID(), error: end.error, expiredUploadId });
  }

  #finish(id: string, end: End): void {
    const before = this.#options.generations.get().all.get(id);
    if (!before || !isRunning(before)) return;
    const generation = { ...before, end };
    // The outbox has the layers before this registry forgets them.
    this.#follower?.giveLayers(generation);
    this.dispatch({ type: 'ended', id, end });
    this.#follower?.tellEnd(generation, this.#options.announceEnd(generation));
  }

  /**
   * Begins what one press asks for, unless the session has ended since. The same request whose outcome is unknown goes on under its
   * id instead.
   * @param count of images
   */
  begin(wanted: Begun<'image'> | Begun<'edit'> | Begun<'cutout'>, count = 1): void {
    if (wanted.userId !== this.#ownerId) return;
    const mark = markInput(wanted.kind, wanted.input);
    const open = findOpen(this.#options.generations.get().all, mark);
    const batchId = crypto.randomUUID();
    const series = wanted.kind === 'image' ? wanted.input.series : undefined;
    const batch = { ...wanted, series, mark, batchId, startedAt: Date.now() };
    // The images of a set are sorted by their ids, so that they have the same order after a reload.
    const newIds = Array.from({ length: count }, () => crypto.randomUUID()).sort();
    this.dispatch({
      type: 'begun',
      generations: newIds.map((newId, index): Generation => {
        const before = open[index];
        const { id = newId, uploadId, setId = count > 1 ? batchId : undefined } = before ?? {};
        return { ...batch, id, uploadId, setId, isRequested: before !== undefined && isOpen(before) };
      }),
    });
  }

  /** Asks again for an edit that has failed. */
  retry(failed: EditGeneration): void {
    const { kind, userId, thumbnailId, input } = failed;
    if (input) this.begin({ kind, userId, thumbnailId, input });
    // Without its input, only the end of the same generation can be asked for.
    else
      this.dispatch({ type: 'begun', generations: [{ ...failed, end: undefined, startedAt: Date.now() }] });
  }

  /** Cancels a generation that waits in line, which returns its credits. If that fails, the generation goes on. */
  async cancel(id: string): Promise<void> {
    try {
      await request('cancelGeneration', { params: { id } });
    } catch (error) {
      const message = describeCancelFailure(error);
      if (message !== undefined) notify.error(message);
      return;
    }
    this.#finish(id, { error: new ApiError('generation_canceled') });
  }
}
