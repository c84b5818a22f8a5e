import type { CutoutLayer } from '#contract/design/design.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { groupCutouts, isListedAsCutout, isSamePerson } from './group-cutouts.ts';

/** Returns the person of a layer. Undefined if its cut-out has no person, or is not in the account any more. */
export const findPerson = (all: readonly Cutout[], { cutoutId }: Pick<CutoutLayer, 'cutoutId'>) =>
  all.find(({ id }) => id === cutoutId)?.person;

/** Lists the cut-outs of a person, or all cut-outs, newest first. */
export function listChoices(all: readonly Cutout[], person: string | undefined): readonly Cutout[] {
  const figures = all.filter(isListedAsCutout);
  if (person === undefined) return figures;
  return groupCutouts(figures).find((group) => isSamePerson(group.person, person))?.cutouts ?? [];
}

/** Lists the persons of an account, the person with the newest cut-out first. */
export const listPersons = (all: readonly Cutout[]): string[] =>
  groupCutouts(all.filter(isListedAsCutout)).flatMap(({ person }) => person ?? []);

/** Names a cut-out without a name by its number. */
export const cutoutLabel = ({ name }: Cutout, index: number): string => name ?? `Cut-out ${index + 1}`;
