import type { EndpointName } from './endpoints.ts';

/**
 * The public API: endpoints of the site under paths of their own, called with an API key. The functions, schemas, errors and
 * limits are the site's. What differs: the key stands for the user, and a request that takes credits names its id in a header.
 */
interface PublicEndpoint {
  method: 'GET' | 'POST' | 'DELETE';
  path: `/v1/${string}`;
  /** The field of the site's request that the header `Idempotency-Key` becomes. The request takes credits. */
  idempotencyField?: 'generationId' | 'editId';
  /** The field of the site's request that the `id` of the path becomes. */
  pathField?: 'thumbnailId';
}

export const PUBLIC_ENDPOINTS = {
  generateThumbnail: { method: 'POST', path: '/v1/thumbnails', idempotencyField: 'generationId' },
  listThumbnails: { method: 'GET', path: '/v1/thumbnails' },
  readThumbnail: { method: 'GET', path: '/v1/thumbnails/{id}' },
  createEdit: {
    method: 'POST',
    path: '/v1/thumbnails/{id}/edits',
    idempotencyField: 'editId',
    pathField: 'thumbnailId',
  },
  deleteThumbnail: { method: 'DELETE', path: '/v1/thumbnails/{id}' },
  readCredits: { method: 'GET', path: '/v1/credits' },
} as const satisfies Partial<Record<EndpointName, PublicEndpoint>>;

export type PublicEndpointName = keyof typeof PUBLIC_ENDPOINTS;

export const PUBLIC_ENDPOINT_NAMES = Object.keys(PUBLIC_ENDPOINTS) as PublicEndpointName[];

export function describePublicEndpoint(name: PublicEndpointName): PublicEndpoint {
  return PUBLIC_ENDPOINTS[name];
}

/** API Gateway's name of a route of the public API. */
export function publicRouteKey(
  name: PublicEndpointName,
): `${PublicEndpoint['method']} ${PublicEndpoint['path']}` {
  const { method, path } = PUBLIC_ENDPOINTS[name];
  return `${method} ${path}`;
}

export function isPublicEndpoint(name: EndpointName): name is PublicEndpointName {
  return Object.hasOwn(PUBLIC_ENDPOINTS, name);
}

/** The OpenAPI document, a file of the site. */
export const OPENAPI_PATH = '/v1/openapi.json';

/** The MCP server. It has no streams, and refuses what is not a POST with 405. */
export const MCP = { path: '/mcp', methods: ['GET', 'POST', 'DELETE'] } as const;

/** How long API Gateway uses what the authorizer said about a key, in seconds: a revoked key works for that long. */
export const KEY_CACHE_SECONDS = 30;
