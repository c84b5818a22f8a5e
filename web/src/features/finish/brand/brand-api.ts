import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from '../../../api/request.ts';

/** The colors and layouts of the account, and their version. */
export type StoredBrand = EndpointResponse<'readBrand'>;

/** @param userId the user whose brand it is */
export const readBrand = (userId: string): Promise<StoredBrand> => request('readBrand', {}, { userId });

/**
 * @param userId the user whose brand it is
 * @throws the errors of `request`; ApiError `brand_changed` when another version was saved meanwhile
 */
export const saveBrand = (body: StoredBrand, userId: string): Promise<StoredBrand> =>
  request('saveBrand', { body }, { keepalive: true, userId });
