import type { CutoutNames, UpdateCutoutRequest } from '#contract/endpoints/finishing-schemas.ts';
import { equals } from '../../platform/expressions.ts';
import type { GenerationKey, SucceededGeneration } from './rows.ts';
import { updateSucceeded } from './update-succeeded.ts';

/**
 * Returns the name and the person of a cut-out. The row keeps the person as its headline, because the index of the lists has the most
 * attributes that DynamoDB projects, and its projection cannot be changed.
 */
export function readCutoutNames({
  name,
  headline: person,
}: Pick<SucceededGeneration, 'name' | 'headline'>): Record<keyof CutoutNames, string | undefined> {
  return { name, person };
}

/**
 * Changes the name and the person of a cut-out or a picture. Idempotent.
 * @returns both values after the change.
 * @throws `not_found` for an unknown id, another user's cut-out, a deleted cut-out, a cut-out that has not succeeded, a thumbnail and an
 * edit.
 */
export async function updateCutout(
  key: GenerationKey,
  { name, person: headline }: UpdateCutoutRequest,
): Promise<CutoutNames> {
  return readCutoutNames(await updateSucceeded(key, { name, headline }, equals('kind', 'cutout')));
}
