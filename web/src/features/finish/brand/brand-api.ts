import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from '../../../api/request.ts';

/** The colors and layouts of the account, and their version. */
export type StoredBrand = EndpointResponse<'readBrand'>;

export const readBrand = (): Promise<StoredBrand> => request('readBrand', {});

/** @throws the errors of `request`; ApiError `brand_changed` when another version was saved meanwhile */
export const saveBrand = (body: StoredBrand): Promise<StoredBrand> =>
  request('saveBrand', { body }, { keepalive: true });
