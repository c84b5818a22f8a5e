import type { Concept } from '../../../contract/concept-schemas.ts';
import { request } from './request.ts';

/** Longer than the time that the function of concepts has. */
const TIMEOUT_MS = 28_000;

/** Suggests three concepts. It costs no credits. @throws the errors of `request` */
export async function suggestConcepts(
  source: { script: string } | { thumbnailId: string },
  signal?: AbortSignal,
): Promise<Concept[]> {
  const options = { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) };
  return (await request('suggestConcepts', { body: source }, options)).concepts;
}
