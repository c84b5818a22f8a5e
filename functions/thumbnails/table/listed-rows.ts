/** The rows of the index of the lists. */
import * as z from 'zod/mini';
import type { ListedAttribute } from '#contract/tables.ts';
import { type GenerationKey, pending, succeeded, type SucceededGeneration, waiting } from './rows.ts';

/** The fields in the index of the lists: the keys of the table, the time in the index's key, and the attributes of the index. */
type ListedField = keyof GenerationKey | 'createdAt' | ListedAttribute;

const listedUnfinished = {
  userId: true,
  generationId: true,
  createdAt: true,
  startedAt: true,
  waitingSince: true,
  thumbnailId: true,
  setId: true,
  status: true,
} as const satisfies Partial<Record<ListedField, true>>;

/** The fields of a succeeded generation that are not in the index. A new field of `succeeded` must be either here or in the index. */
const UNLISTED = {
  kind: true,
  seed: true,
  cost: true,
  copyOf: true,
  endedAt: true,
  design: true,
  designVersion: true,
} as const satisfies Record<Exclude<keyof SucceededGeneration, ListedField>, true>;

export const listedGeneration = z.discriminatedUnion('status', [
  z.pick(pending, listedUnfinished),
  z.pick(waiting, listedUnfinished),
  z.omit(succeeded, UNLISTED),
]);

/** Parses an item of the index of the lists. @throws a zod error if the item does not match the schema. */
export function parseListedGeneration(item: Record<string, unknown>): ListedGeneration {
  // The sort key ends with the time of creation, so the index needs no attribute for this time.
  const createdAt = z.string().parse(item['listedAt']).split('#').at(-1);
  return listedGeneration.parse({ ...item, createdAt });
}

/** A generation with the fields of the index of the lists. */
export type ListedGeneration = z.infer<typeof listedGeneration>;
export type ListedUnfinished = Extract<ListedGeneration, { status: 'pending' | 'waiting' }>;
/** A thumbnail, a cut-out or an edit in its list. */
export type ListedImage = Extract<ListedGeneration, { status: 'succeeded' }>;
