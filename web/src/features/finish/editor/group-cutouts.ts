import type { Cutout } from '../../../api/cutouts.ts';

/** The cut-outs of one person, newest first. */
export interface CutoutGroup {
  /** The person as the newest cut-out names it. Undefined for the cut-outs without a person. */
  person: string | undefined;
  cutouts: Cutout[];
}

/** "Me" and "me" are one person. */
const toKey = (text: string) => text.normalize('NFC').toLocaleLowerCase();

/** Compares two persons, whatever their spelling. */
export const isSamePerson = (one = '', other = ''): boolean => toKey(one) === toKey(other);

/**
 * Returns true if the dialog of cut-outs lists a cut-out, and false if the dialog of pictures does. A picture with a name or a person is a
 * cut-out that had no background already.
 */
export const isListedAsCutout = ({ isPicture, name, person }: Cutout): boolean =>
  !isPicture || name !== undefined || person !== undefined;

/**
 * Groups cut-outs by their persons. The person with the newest cut-out is first, and the cut-outs without a person are last.
 * @param cutouts newest first
 */
export function groupCutouts(cutouts: readonly Cutout[]): CutoutGroup[] {
  const groups = new Map<string, CutoutGroup>();
  for (const cutout of cutouts) {
    const key = toKey(cutout.person ?? '');
    const group = groups.get(key) ?? { person: cutout.person, cutouts: [] };
    groups.set(key, { ...group, cutouts: [...group.cutouts, cutout] });
  }
  const nameless = groups.get('');
  groups.delete('');
  return [...groups.values(), ...(nameless ? [nameless] : [])];
}

/** Returns a person as the other cut-outs spell it, so that one person has one spelling. */
export function spellPerson(others: readonly Cutout[], person: string | undefined): string | undefined {
  if (person === undefined) return undefined;
  return others.find((cutout) => isSamePerson(cutout.person, person))?.person ?? person;
}

/** Finds the cut-outs whose name and person have all words of a search. */
export function searchCutouts(cutouts: readonly Cutout[], search: string): Cutout[] {
  const words = toKey(search).split(/\s+/u);
  return cutouts.filter(({ name = '', person = '' }) => {
    const text = toKey(`${name} ${person}`);
    return words.every((word) => text.includes(word));
  });
}
