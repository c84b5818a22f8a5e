import type { ReferenceRequest, ReferenceUse } from '../../../../../contract/reference-schemas.ts';
import type { ReferenceUpload } from '../../../api/reference-upload.ts';
import { isOutcomeOpen, isUnauthorized } from '../../../api/errors.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { UnfinishedGeneration } from '../api.ts';
import type { LinePosition } from '../../../api/waiting-line.ts';

export const VARIATION_COUNT = 3;

/** An image that the creator chose. It stays in the browser until it is assigned. */
export interface LocalImage {
  file: File;
  /** A data URL. */
  src: string;
}

/** The image that the creator gave a purpose, with its upload. */
export interface AssignedImage {
  userId: string;
  image: LocalImage;
  use: ReferenceUse;
  upload: ReferenceUpload;
}

/** What the creator has chosen for the next generation. */
export interface GenerationInput {
  prompt: string;
  negativePrompt: string;
  /** Undefined with a reference, which has its own model. */
  model: string | undefined;
  video: ReferenceRequest | undefined;
  /** A channel whose newest video is not shown yet. */
  channelUrl: string | undefined;
  image: AssignedImage | undefined;
}

/** One paid process of the server, as this page follows it. It runs until it has a thumbnail or an error. */
export interface Run {
  /** The id of the generation. It makes the request idempotent. */
  id: string;
  userId: string;
  /** The runs of one press of a button share it: a single one, or the variations of one prompt. */
  batchId: string;
  startedAt: number;
  /** Undefined for a generation that an earlier page or another device has started. */
  input?: GenerationInput;
  /** An upload of the input's image that the server no longer has. */
  expiredUploadId?: string;
  /** The place while it waits in line. */
  line?: LinePosition | undefined;
  thumbnail?: Thumbnail;
  error?: unknown;
}

/** What the browser stores of a run. Everything else is on the server. */
export type StoredRun = Pick<Run, 'id' | 'userId' | 'batchId' | 'startedAt'> & { isWatched: boolean };

export interface RunsState {
  /** By id, the latest last. Ended runs stay, because their inputs can be repeated. */
  runs: ReadonlyMap<string, Run>;
  /** The batch in the viewer. Undefined while the viewer shows a thumbnail of the history. */
  watchedId: string | undefined;
  /** The variations that the viewer can show again. */
  variationsId: string | undefined;
}

export const NO_RUNS: RunsState = { runs: new Map(), watchedId: undefined, variationsId: undefined };

export type RunsAction =
  /** The session has loaded, or another user has signed in. */
  | { type: 'opened'; userId: string; stored: readonly StoredRun[] }
  | { type: 'begun'; runs: readonly Run[] }
  /** The server has listed the unfinished generations, the newest first. */
  | { type: 'listed'; userId: string; generations: readonly UnfinishedGeneration[] }
  | { type: 'moved'; id: string; line: LinePosition | undefined }
  | { type: 'renewed'; id: string; newId: string; error: unknown; expiredUploadId: string }
  | { type: 'ended'; id: string; end: Pick<Run, 'thumbnail' | 'error'> }
  | { type: 'watched'; batchId: string | undefined };

export function reduceRuns(state: RunsState, action: RunsAction): RunsState {
  switch (action.type) {
    case 'opened':
      return open(state, action);
    case 'begun': {
      const runs = toMap([...state.runs.values(), ...action.runs]);
      const watchedId = action.runs[0]?.batchId;
      return { runs, watchedId, variationsId: findVariations(runs, watchedId) };
    }
    case 'listed':
      return followListed(state, action);
    case 'moved':
      return change(state, action.id, { line: action.line });
    case 'renewed':
      return renew(state, action);
    case 'ended':
      return change(state, action.id, { line: undefined, ...action.end });
    case 'watched':
      return { ...state, watchedId: action.batchId };
  }
}

export const isRunning = ({ thumbnail, error }: Run): boolean =>
  thumbnail === undefined && error === undefined;

/** The generation may still end with a thumbnail: the next visit, or the next sign-in, finds out. */
export const isOpen = (run: Run): boolean =>
  isRunning(run) || isUnauthorized(run.error) || isOutcomeOpen(run.error);

export const findBatch = (runs: RunsState['runs'], batchId: string | undefined): readonly Run[] =>
  [...runs.values()].filter((run) => run.batchId === batchId);

const findVariations = (runs: RunsState['runs'], batchId: string | undefined) =>
  findBatch(runs, batchId).length > 1 ? batchId : undefined;

const toMap = (runs: readonly Run[]): RunsState['runs'] => new Map(runs.map((run) => [run.id, run]));

type ActionOf<Type> = Extract<RunsAction, { type: Type }>;

/** Drops the runs of another user, and resumes the stored ones that this page does not follow. */
function open(state: RunsState, { userId, stored }: ActionOf<'opened'>): RunsState {
  const own = [...state.runs.values()].filter((run) => run.userId === userId);
  const running = own.filter(isRunning);
  const resumed = stored.filter(({ id }) => !running.some((run) => run.id === id));
  const runs = toMap([
    ...own,
    ...resumed.map(({ id, batchId, startedAt }): Run => ({ id, userId, batchId, startedAt })),
  ]);
  const isBusy = running.some(({ batchId }) => batchId === state.watchedId);
  return {
    runs,
    watchedId: isBusy ? state.watchedId : resumed.findLast(({ isWatched }) => isWatched)?.batchId,
    variationsId: findVariations(runs, [...resumed, ...running].at(-1)?.batchId),
  };
}

/** The newest generation of another page or device is shown if the viewer is free. */
function followListed(state: RunsState, { userId, generations }: ActionOf<'listed'>): RunsState {
  const listed = generations
    .filter(({ id }) => !state.runs.has(id))
    .map(({ id, createdAt }): Run => ({ id, userId, batchId: id, startedAt: Date.parse(createdAt) }));
  const watched = findBatch(state.runs, state.watchedId);
  const isFree = watched.length <= 1 && !watched.some(isRunning);
  return {
    ...state,
    runs: toMap([...state.runs.values(), ...listed.toReversed()]),
    watchedId: (isFree ? listed[0]?.batchId : undefined) ?? state.watchedId,
  };
}

/** A failed generation keeps its id, so the same input needs another. The failed one stays known, outside its batch. */
function renew(state: RunsState, { id, newId, error, expiredUploadId }: ActionOf<'renewed'>): RunsState {
  const runs = [...state.runs.values()].flatMap((run) =>
    run.id === id
      ? [
          { ...run, batchId: id, error },
          { ...run, id: newId, expiredUploadId },
        ]
      : run,
  );
  return { ...state, runs: toMap(runs) };
}

/** A run that has ended does not change any more. */
function change(state: RunsState, id: string, changes: Partial<Run>): RunsState {
  const run = state.runs.get(id);
  if (!run || !isRunning(run)) return state;
  return { ...state, runs: new Map(state.runs).set(id, { ...run, ...changes }) };
}
