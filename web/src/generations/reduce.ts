import type { Charge } from '#contract/error-parts.ts';
import type { ListGenerationsResponse } from '#contract/endpoints/schemas.ts';
import { ApiError, hasCode, UserFacingError } from '../api/errors.ts';
import { findBatch, isCanceled, isOpen, isRunning, NOT_STARTED } from './generation.ts';
import type { CutoutInput, End, Generation, Generations } from './generation.ts';

/** The fields of a generation that the browser stores until it knows the outcome. The server stores the other fields. */
export type StoredGeneration = Pick<
  Generation,
  | 'id'
  | 'kind'
  | 'userId'
  | 'batchId'
  | 'setId'
  | 'startedAt'
  | 'thumbnailId'
  | 'mark'
  | 'uploadId'
  | 'series'
> & {
  isWatched: boolean;
  /** Why an image of a set has failed. It stays in its place, where it can be asked for again. */
  failure?:
    | {
        code: 'insufficient_credits' | 'content_filtered' | 'not_found' | 'internal' | 'too_many_requests';
        clause: string;
        charge: Charge;
      }
    | undefined;
  /** The input of a cut-out. It is stored because only the same request can ask for the outcome. */
  cutout?: Omit<CutoutInput, 'upload'> | undefined;
};

export type UnfinishedGeneration = ListGenerationsResponse['generations'][number];

export type Action =
  /** The session has loaded, has ended, or another user has signed in. */
  | { type: 'opened'; stored: readonly StoredGeneration[] }
  | { type: 'begun'; generations: readonly Generation[] }
  /**
   * The server has listed the unfinished generations, the newest first.
   * @param stored of the user. Another tab may have stored the input of what is listed
   */
  | {
      type: 'listed';
      userId: string;
      listed: readonly UnfinishedGeneration[];
      stored?: readonly StoredGeneration[];
    }
  | { type: 'changed'; id: string; changes: Pick<Generation, 'line' | 'uploadId'> }
  | { type: 'renewed'; id: string; newId: string; error: unknown; expiredUploadId: string }
  | { type: 'ended'; id: string; end: End }
  | { type: 'watched'; batchId: string | undefined }
  /** A change whose code is not on the first page. */
  | { type: 'changed-by'; edit: (state: Generations) => Generations };

export function reduce(state: Generations, action: Action): Generations {
  switch (action.type) {
    case 'opened':
      return open(action);
    case 'begun':
      return begin(state, action);
    case 'listed':
      return followListed(state, action);
    case 'changed':
      return change(state, action.id, action.changes);
    case 'renewed':
      return renew(state, action);
    case 'ended':
      return change(state, action.id, { line: undefined, end: action.end });
    case 'watched':
      return { ...state, watchedId: action.batchId };
    case 'changed-by':
      return action.edit(state);
  }
}

/** True if another tab, which has resumed the cut-out, may still request it: a resumed cut-out goes on after such a refusal. */
const isRefusedCutout = ({ kind, end }: Generation): boolean =>
  kind === 'cutout' && hasCode(end?.error, 'too_many_requests', 'forbidden');

/**
 * Finds what goes on under its id when the same is asked for, so that nothing is paid twice: its outcome is unknown, or it is an edit or
 * a cut-out that still runs, or a cut-out that was refused. Two images of one prompt differ.
 */
export const findOpen = (all: Generations['all'], mark: string): Generation[] =>
  [...all.values()].filter(
    (each) =>
      each.mark === mark &&
      (isOpen(each) || isRefusedCutout(each)) &&
      !(each.kind === 'image' && isRunning(each)),
  );

export const findVariations = (all: Generations['all'], batchId: string | undefined) =>
  findBatch(all, batchId).length > 1 ? batchId : undefined;

export const toMap = (generations: readonly Generation[]): Generations['all'] =>
  new Map(generations.map((each) => [each.id, each]));

type ActionOf<Type> = Extract<Action, { type: Type }>;

/** Resumes what the browser has stored of the user. */
function open({ stored }: ActionOf<'opened'>): Generations {
  const all = toMap(
    stored.map(({ isWatched: _isWatched, cutout, failure, ...each }): Generation => {
      if (each.kind === 'cutout') return { ...each, kind: 'cutout', input: cutout, isRequested: true };
      return {
        ...each,
        kind: each.kind,
        ...(failure && { end: { error: readFailure(failure) } }),
      };
    }),
  );
  return {
    all,
    watchedId: stored.findLast(({ isWatched }) => isWatched)?.batchId,
    variationsId: findVariations(all, stored.findLast(({ kind }) => kind === 'image')?.batchId),
  };
}

/** The id of an image that was not started is still free, so the page has to recognize it also after a second reload. */
const readFailure = (failure: NonNullable<StoredGeneration['failure']>): ApiError =>
  failure.clause === NOT_STARTED.clause ? NOT_STARTED : new ApiError(failure.code, failure);

/** The viewer shows the images that were begun last. */
function begin(state: Generations, { generations }: ActionOf<'begun'>): Generations {
  const ids = generations.map(({ id }) => id);
  const all = toMap([...[...state.all.values()].filter(({ id }) => !ids.includes(id)), ...generations]);
  const [first] = generations;
  return first?.kind === 'image'
    ? { all, watchedId: first.batchId, variationsId: findVariations(all, first.batchId) }
    : { ...state, all };
}

/** True if the page believes that the server does not have the generation. Its request may have arrived since, or another tab has sent it. */
const isUnknown = (known: Generation | undefined): boolean => {
  const error = known?.end?.error;
  return !known || (error instanceof UserFacingError && error.charge === 'none' && !isCanceled(error));
};

/** The newest image of another page or device is shown if the viewer is free. */
function followListed(state: Generations, { userId, listed, stored = [] }: ActionOf<'listed'>): Generations {
  const ofOthers = open({ type: 'opened', stored }).all;
  const added = listed
    .filter(({ id }) => isUnknown(state.all.get(id)))
    .map(({ id, createdAt, thumbnailId, setId }): Generation => {
      const known = state.all.get(id) ?? ofOthers.get(id);
      if (known) return { ...known, isRequested: true, end: undefined };
      const common = { id, userId, batchId: setId ?? id, setId, startedAt: Date.parse(createdAt) };
      return thumbnailId === undefined
        ? { ...common, kind: 'image' }
        : { ...common, kind: 'edit', thumbnailId };
    });
  const watched = findBatch(state.all, state.watchedId);
  const isFree = watched.length <= 1 && !watched.some(isRunning);
  const newest = added.find(({ kind }) => kind === 'image');
  return {
    ...state,
    all: toMap([...state.all.values(), ...added.toReversed()]),
    watchedId: (isFree ? newest?.batchId : undefined) ?? state.watchedId,
  };
}

/** A failed generation keeps its id, so the same input needs another. The failed one stays known, outside its batch and its set. */
function renew(state: Generations, { id, newId, error, expiredUploadId }: ActionOf<'renewed'>): Generations {
  const generations = [...state.all.values()].flatMap((each): Generation[] =>
    each.id === id
      ? [
          { ...each, batchId: id, setId: undefined, end: { error } },
          { ...each, id: newId, isRequested: undefined, uploadId: undefined, expiredUploadId },
        ]
      : [each],
  );
  return { ...state, all: toMap(generations) };
}

type Changes = Pick<Generation, 'line' | 'uploadId' | 'end'>;

/** A generation that has ended does not change any more. */
function change(state: Generations, id: string, changes: Changes): Generations {
  const before = state.all.get(id);
  if (!before || !isRunning(before)) return state;
  return { ...state, all: new Map(state.all).set(id, { ...before, ...changes }) };
}
