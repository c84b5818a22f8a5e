import { readJson, removeItem, writeItem } from '../../../lib/browser-storage.ts';
import { isObjectOf, isOptional, isString } from '../../../lib/guards.ts';
import type { CutoutNames } from '../../../api/cutouts.ts';

const isNames = isObjectOf<{ name?: string; person?: string }>({
  name: isOptional(isString),
  person: isOptional(isString),
});

const isMap = (value: unknown): value is Record<string, CutoutNames> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNames);

const isKept = isObjectOf({ userId: isString, names: isMap });

/** Reads the texts that a user has typed for cut-outs and that the server does not have, by the ids of the cut-outs. */
export function readKeptNames(userId: string): Record<string, CutoutNames> {
  const kept = readJson('cutoutNames', isKept);
  return kept?.userId === userId ? kept.names : {};
}

/** Keeps or forgets the texts of one cut-out. The texts of other cut-outs stay: another tab may have put them. */
export function keepNames(userId: string, id: string, names: CutoutNames | undefined): void {
  const { [id]: _before, ...others } = readKeptNames(userId);
  const kept = names ? { ...others, [id]: { name: names.name, person: names.person } } : others;
  if (Object.keys(kept).length === 0) removeItem('cutoutNames');
  else writeItem('cutoutNames', JSON.stringify({ userId, names: kept }));
}
