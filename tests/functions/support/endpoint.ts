import { ENDPOINTS, routeKey, type UserEndpointName } from '#contract/endpoints/endpoints.ts';
import type { RequestParts } from '../../support/valid-requests.ts';
import { call, type Call } from './event.ts';

type Handler = Parameters<typeof call>[0];

/** Calls an endpoint with a token of this user. The token has no address unless `claims` add an address. */
export async function callEndpoint(
  name: UserEndpointName,
  sub: string,
  { params: path, claims, ...more }: RequestParts & Pick<Call, 'claims' | 'requestId' | 'headers'> = {},
) {
  const file = `../../../functions/api/${ENDPOINTS[name].operation}.ts`;
  const { handler } = (await import(file)) as { handler: Handler };
  return call(handler, {
    routeKey: routeKey(name),
    claims: { sub, ...claims },
    ...(path && { path }),
    ...more,
  });
}
