import type { Layer } from '#contract/design/design.ts';
import { hasCode, UserFacingError } from '../api/errors.ts';
import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../lib/browser-storage.ts';
import { isBoolean, isListOf, isNumber, isObjectOf, isOneOf, isOptional, isString } from '../lib/guards.ts';
import { isCanceled, isOpen } from './generation.ts';
import type { Generation, Generations } from './generation.ts';
import type { StoredGeneration } from './reduce.ts';

/** The errors whose tile says more than the clause, and the error of a deleted image, whose id is not free. */
const NAMED_CODES = ['insufficient_credits', 'content_filtered', 'not_found'] as const;

/** The server checks the layers when they are saved. */
const isLayer = (value: unknown): value is Layer => isObjectOf({ id: isString, kind: isString })(value);

const isStored = isObjectOf<StoredGeneration>({
  id: isString,
  kind: isOneOf('image', 'edit', 'cutout'),
  userId: isString,
  batchId: isString,
  setId: isOptional(isString),
  startedAt: isNumber,
  thumbnailId: isOptional(isString),
  mark: isOptional(isString),
  uploadId: isOptional(isString),
  series: isOptional(isObjectOf({ thumbnailId: isString, layers: isListOf(isLayer) })),
  isWatched: isBoolean,
  cutout: isOptional(isObjectOf({ file: isString, isPicture: isBoolean, name: isOptional(isString) })),
  failure: isOptional(
    isObjectOf({
      // An earlier version of the site stored the last one.
      code: isOneOf(...NAMED_CODES, 'internal', 'too_many_requests'),
      clause: isString,
      charge: isOneOf('none', 'refunded', 'returning'),
    }),
  ),
});

/** Another version of the site may have stored an entry that this version cannot read. Its generation may be paid, so the entry stays. */
interface Entry {
  id: string;
}

const isEntry = isObjectOf<Entry>({ id: isString });
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const load = (): Entry[] => (readJson(STORAGE_KEYS.generations, isList) ?? []).filter(isEntry);

/** The user's generations whose end no page has seen, and the failed images of the last set, the latest last. */
export const loadStored = (userId: string): StoredGeneration[] =>
  load()
    .filter(isStored)
    .filter((each) => each.userId === userId);

/** Keeps the generations that this page does not know: other tabs store theirs beside them. */
export function store({ all, watchedId }: Generations): void {
  const before = load();
  const ofOthers = before.filter((entry) => {
    const known = all.get(entry.id);
    // Another tab can ask under the same id for what has failed here.
    const isLater = isStored(entry) && known !== undefined && entry.startedAt > known.startedAt;
    return !known || (known.end?.error !== undefined && isLater);
  });
  const ofUser = [...all.values()];
  // Only what this browser has asked for has a mark: a set that the page has read from the server may be an earlier one.
  const lastSet = ofUser.findLast(({ setId, mark }) => setId && mark)?.setId;
  const ofPage = ofUser.flatMap((each) => {
    if (ofOthers.some(({ id }) => id === each.id)) return [];
    const entry = toStored(each, watchedId);
    const isLastSet = lastSet && each.setId === lastSet;
    // A failed image that is no longer stored was asked for again by another tab.
    const isKept = isLastSet && entry.failure && before.some(({ id }) => id === each.id);
    return isOpen(each) || isKept ? [entry] : [];
  });
  const stored = [...ofOthers, ...ofPage];
  if (stored.length === 0) removeItem(STORAGE_KEYS.generations);
  else writeItem(STORAGE_KEYS.generations, JSON.stringify(stored));
}

function toStored(generation: Generation, watchedId: string | undefined): StoredGeneration {
  const { id, kind, userId, batchId, setId, startedAt, thumbnailId, mark, uploadId, series } = generation;
  const common = {
    id,
    kind,
    userId,
    batchId,
    setId,
    startedAt,
    thumbnailId,
    mark,
    series,
    isWatched: batchId === watchedId,
    failure: toFailure(generation),
  };
  if (generation.kind !== 'cutout' || !generation.input) return common;
  const { file, isPicture, name } = generation.input;
  return { ...common, uploadId, cutout: { file, isPicture, name } };
}

/** Returns the fields of a failure that can be asked for again. A cancellation is no failure. */
function toFailure(generation: Generation): StoredGeneration['failure'] {
  const error = generation.end?.error;
  if (isOpen(generation) || isCanceled(error)) return undefined;
  if (!(error instanceof UserFacingError) || error.charge === undefined) return undefined;
  const { clause, charge } = error;
  const code = NAMED_CODES.find((each) => hasCode(error, each)) ?? 'internal';
  return { code, clause, charge };
}
