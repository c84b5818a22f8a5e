/**
 * The one table of API endpoints. API Gateway's routes and authorizers, the handlers' parsing and the browser's client
 * derive from it. All paths are under the site's origin. The schemas are in `schemas.ts` under the
 * same names, so that no schema library reaches the browser's bundle.
 */
interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for a path parameter. */
  path: `/api/${string}`;
  /** `user`: a token of the user pool. `none`: no token; the operation checks the caller itself. */
  auth: 'user' | 'none';
  /** The file in `functions/` that handles it, without its extension. */
  operation: string;
}

export const ENDPOINTS = {
  generateThumbnail: {
    method: 'POST',
    path: '/api/generate-thumbnail',
    auth: 'user',
    operation: 'generate-thumbnail',
  },
  readCredits: {
    method: 'GET',
    path: '/api/credits',
    auth: 'user',
    operation: 'read-credits',
  },
  listThumbnails: {
    method: 'GET',
    path: '/api/thumbnails',
    auth: 'user',
    operation: 'list-thumbnails',
  },
  readThumbnail: {
    method: 'GET',
    path: '/api/thumbnails/{id}',
    auth: 'user',
    operation: 'list-thumbnails',
  },
  listGenerations: {
    method: 'GET',
    path: '/api/generations',
    auth: 'user',
    operation: 'list-thumbnails',
  },
  cancelGeneration: {
    method: 'POST',
    path: '/api/thumbnails/{id}/cancel',
    auth: 'user',
    operation: 'cancel-generation',
  },
  deleteThumbnail: {
    method: 'DELETE',
    path: '/api/thumbnails/{id}',
    auth: 'user',
    operation: 'delete-thumbnail',
  },
  saveDesign: {
    method: 'PUT',
    path: '/api/thumbnails/{id}/design',
    auth: 'user',
    operation: 'save-design',
  },
  createReferenceImage: {
    method: 'POST',
    path: '/api/reference-images',
    auth: 'user',
    operation: 'create-reference-image',
  },
  createCutout: {
    method: 'POST',
    path: '/api/cutouts',
    auth: 'user',
    operation: 'create-cutout',
  },
  listCutouts: {
    method: 'GET',
    path: '/api/cutouts',
    auth: 'user',
    operation: 'list-cutouts',
  },
  deleteCutout: {
    method: 'DELETE',
    path: '/api/cutouts/{id}',
    auth: 'user',
    operation: 'delete-cutout',
  },
  readVideoReference: {
    method: 'GET',
    path: '/api/video-reference',
    auth: 'user',
    operation: 'read-video-reference',
  },
  improvePrompt: {
    method: 'POST',
    path: '/api/improve-prompt',
    auth: 'user',
    operation: 'improve-prompt',
  },
  createStripeCheckout: {
    method: 'POST',
    path: '/api/create-stripe-checkout',
    auth: 'user',
    operation: 'create-stripe-checkout',
  },
  listPurchases: {
    method: 'GET',
    path: '/api/purchases',
    auth: 'user',
    operation: 'list-purchases',
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account',
    auth: 'user',
    operation: 'delete-account',
  },
  exportAccount: {
    method: 'GET',
    path: '/api/account/export',
    auth: 'user',
    operation: 'export-account',
  },
  /** Stripe calls it. The operation verifies the webhook signature. */
  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe-webhook',
    auth: 'none',
    operation: 'stripe-webhook',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** The endpoints that need a signed-in user. */
export type UserEndpointName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['auth'] extends 'user' ? Name : never;
}[EndpointName];

/** API Gateway's name of a route, e.g. `GET /api/thumbnails/{id}`. */
export type RouteKey = `${Endpoint['method']} ${Endpoint['path']}`;

export function routeKey(name: EndpointName): RouteKey {
  const { method, path } = ENDPOINTS[name];
  return `${method} ${path}`;
}
