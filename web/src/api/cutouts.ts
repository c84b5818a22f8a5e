import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import type { CutoutKind } from '#contract/image-mark.ts';
import { request } from './request.ts';

/** A cut-out of the account. Its URL expires after one to seven hours. */
export type Cutout = EndpointResponse<'listCutouts'>['cutouts'][number];

/** The name of a cut-out, and the person that it shows. */
export type CutoutNames = EndpointResponse<'updateCutout'>;

/** Newest first. */
export async function listCutouts(): Promise<Cutout[]> {
  return (await request('listCutouts', {})).cutouts;
}

/**
 * Finds the kinds of the cut-outs that can be drawn, by their ids, for the mark of a file.
 * @param drawn the ids. A cut-out that is not in the list any more counts as made by a model, and so does a picture with a mark of AI.
 */
export function findKinds(drawn: Iterable<string>, listed: readonly Cutout[]): Map<string, CutoutKind> {
  const pictures = new Set(
    listed.flatMap(({ id, isPicture, isMarked }) => (isPicture && isMarked !== true ? [id] : [])),
  );
  return new Map(Array.from(drawn, (id) => [id, pictures.has(id) ? 'picture' : 'cutout']));
}
