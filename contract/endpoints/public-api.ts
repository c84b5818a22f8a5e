import type { EndpointName } from './endpoints.ts';

/**
 * The public API offers endpoints of the site under other paths. A program calls them with an API key. The functions, schemas, errors and
 * limits are the same as on the site. There are two differences: the key identifies the user, and a header names the id of a request that
 * makes an image.
 */
interface PublicEndpoint {
  method: 'GET' | 'POST' | 'DELETE';
  path: `/v1/${string}`;
  /** The field of the site's request that gets the value of the header `Idempotency-Key`. The request makes an image. */
  idempotencyField?: 'generationId' | 'editId';
  /** The field of the site's request that gets the `id` of the path. */
  pathField?: 'thumbnailId';
}

export const PUBLIC_ENDPOINTS = {
  generateThumbnail: { method: 'POST', path: '/v1/thumbnails', idempotencyField: 'generationId' },
  createThumbnail: {
    method: 'POST',
    path: '/v1/thumbnails/from-image',
    idempotencyField: 'generationId',
  },
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

/** The name of a public route in API Gateway. */
export function publicRouteKey(
  name: PublicEndpointName,
): `${PublicEndpoint['method']} ${PublicEndpoint['path']}` {
  const { method, path } = PUBLIC_ENDPOINTS[name];
  return `${method} ${path}`;
}

export function isPublicEndpoint(name: EndpointName): name is PublicEndpointName {
  return Object.hasOwn(PUBLIC_ENDPOINTS, name);
}

/** The path of the OpenAPI document, a file of the site. */
export const OPENAPI_PATH = '/v1/openapi.json';

/** The MCP server. The server has no streams, and answers other methods than POST with 405. */
export const MCP = { path: '/mcp', methods: ['GET', 'POST', 'DELETE'] } as const;

/** Time for which API Gateway caches the authorizer's result for a key, in seconds. A revoked key works for that long. */
export const KEY_CACHE_SECONDS = 30;
