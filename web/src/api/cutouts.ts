import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from './request.ts';

/** A cut-out of the account. Its URL expires after one to seven hours. */
export type Cutout = EndpointResponse<'listCutouts'>['cutouts'][number];

/** Newest first. */
export async function listCutouts(): Promise<Cutout[]> {
  return (await request('listCutouts', {})).cutouts;
}
