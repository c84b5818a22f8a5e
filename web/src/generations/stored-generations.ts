import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../lib/browser-storage.ts';
import { isBoolean, isListOf, isNumber, isObjectOf, isOneOf, isOptional, isString } from '../lib/guards.ts';
import { isOpen } from './generation.ts';
import type { Generation } from './generation.ts';
import type { Generations, StoredGeneration } from './reduce.ts';

const isStored = isListOf(
  isObjectOf<StoredGeneration>({
    id: isString,
    kind: isOneOf('image', 'edit', 'cutout'),
    userId: isString,
    batchId: isString,
    startedAt: isNumber,
    thumbnailId: isOptional(isString),
    mark: isOptional(isString),
    uploadId: isOptional(isString),
    isWatched: isBoolean,
    cutout: isOptional(isObjectOf({ file: isString, isPicture: isBoolean })),
  }),
);

const load = (): StoredGeneration[] => readJson(STORAGE_KEYS.generations, isStored) ?? [];

/** The user's generations whose end no page has seen, the latest last. */
export const loadStored = (userId: string): StoredGeneration[] =>
  load().filter((each) => each.userId === userId);

/** Keeps the generations that this page does not know: other tabs store theirs beside them. */
export function store({ all, watchedId }: Generations): void {
  const ofOthers = load().filter(({ id }) => !all.has(id));
  const ofPage = [...all.values()].filter(isOpen).map((each) => toStored(each, watchedId));
  const stored = [...ofOthers, ...ofPage];
  if (stored.length === 0) removeItem(STORAGE_KEYS.generations);
  else writeItem(STORAGE_KEYS.generations, JSON.stringify(stored));
}

function toStored(generation: Generation, watchedId: string | undefined): StoredGeneration {
  const { id, kind, userId, batchId, startedAt, thumbnailId, mark, uploadId } = generation;
  const common = {
    id,
    kind,
    userId,
    batchId,
    startedAt,
    thumbnailId,
    mark,
    isWatched: batchId === watchedId,
  };
  if (generation.kind !== 'cutout' || !generation.input) return common;
  const { file, isPicture } = generation.input;
  return { ...common, uploadId, cutout: { file, isPicture } };
}
