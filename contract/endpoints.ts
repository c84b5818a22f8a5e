import type { FeatureId } from './features.ts';

/**
 * What a call needs before its operation begins. `none`: nothing; the operation checks the caller. `token`: a token of the
 * user pool; the operation checks the account, e.g. in its transaction. `recent_sign_in`: also a sign-in of the last five
 * minutes. `open_account`: a token, and an account that accepts it and is not deleted. `active_account`: also one that is
 * not suspended.
 */
export type EndpointAuth = 'none' | 'token' | 'recent_sign_in' | 'open_account' | 'active_account';

/**
 * The one table of API endpoints. API Gateway's routes and authorizers, the handlers' parsing and the browser's client
 * derive from it. All paths are under the site's origin. The schemas are in other files, as
 * `{name}Schemas`, so that no schema library reaches the browser's bundle.
 */
interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for a path parameter. */
  path: `/api/${string}`;
  auth: EndpointAuth;
  /** The file in `functions/` that handles it, without its extension. */
  operation: string;
  /** The feature that the endpoint belongs to, which a stage may have in early access. */
  feature?: FeatureId;
  /** A call takes credits, so an unexpected failure may have taken them. */
  takesCredits?: true;
}

export const ENDPOINTS = {
  generateThumbnail: {
    method: 'POST',
    path: '/api/generate-thumbnail',
    auth: 'token',
    operation: 'generate-thumbnail',
    takesCredits: true,
  },
  readCredits: {
    method: 'GET',
    path: '/api/credits',
    auth: 'token',
    operation: 'read-credits',
  },
  listThumbnails: {
    method: 'GET',
    path: '/api/thumbnails',
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  readThumbnail: {
    method: 'GET',
    path: '/api/thumbnails/{id}',
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  listGenerations: {
    method: 'GET',
    path: '/api/generations',
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  cancelGeneration: {
    method: 'POST',
    path: '/api/thumbnails/{id}/cancel',
    auth: 'open_account',
    operation: 'cancel-generation',
  },
  updateThumbnail: {
    method: 'PATCH',
    path: '/api/thumbnails/{id}',
    auth: 'open_account',
    operation: 'update-thumbnail',
  },
  deleteThumbnail: {
    method: 'DELETE',
    path: '/api/thumbnails/{id}',
    auth: 'open_account',
    operation: 'delete-thumbnail',
  },
  saveDesign: {
    method: 'PUT',
    path: '/api/thumbnails/{id}/design',
    auth: 'active_account',
    operation: 'save-design',
  },
  readBrand: {
    method: 'GET',
    path: '/api/brand',
    auth: 'open_account',
    operation: 'brand',
    feature: 'brand',
  },
  saveBrand: {
    method: 'PUT',
    path: '/api/brand',
    auth: 'active_account',
    operation: 'brand',
    feature: 'brand',
  },
  createEdit: {
    method: 'POST',
    path: '/api/edits',
    auth: 'token',
    operation: 'create-edit',
    feature: 'edits',
    takesCredits: true,
  },
  suggestEdit: {
    method: 'POST',
    path: '/api/edit-suggestions',
    auth: 'active_account',
    operation: 'suggest-edit',
    feature: 'edits',
  },
  suggestConcepts: {
    method: 'POST',
    path: '/api/concepts',
    auth: 'active_account',
    operation: 'suggest-concepts',
    feature: 'concepts',
  },
  createReferenceImage: {
    method: 'POST',
    path: '/api/reference-images',
    auth: 'active_account',
    operation: 'create-reference-image',
  },
  createCutout: {
    method: 'POST',
    path: '/api/cutouts',
    auth: 'token',
    operation: 'create-cutout',
    takesCredits: true,
  },
  listCutouts: {
    method: 'GET',
    path: '/api/cutouts',
    auth: 'open_account',
    operation: 'list-cutouts',
  },
  deleteCutout: {
    method: 'DELETE',
    path: '/api/cutouts/{id}',
    auth: 'open_account',
    operation: 'delete-cutout',
  },
  readVideoReference: {
    method: 'GET',
    path: '/api/video-reference',
    auth: 'active_account',
    operation: 'read-video-reference',
  },
  improvePrompt: {
    method: 'POST',
    path: '/api/improve-prompt',
    auth: 'active_account',
    operation: 'improve-prompt',
  },
  createStripeCheckout: {
    method: 'POST',
    path: '/api/create-stripe-checkout',
    auth: 'token',
    operation: 'create-stripe-checkout',
  },
  listPurchases: {
    method: 'GET',
    path: '/api/purchases',
    auth: 'open_account',
    operation: 'list-purchases',
  },
  /** The page calls it on the return from Checkout, so that credits do not depend on the webhook. */
  confirmPurchase: {
    method: 'POST',
    path: '/api/purchases/{id}/confirm',
    auth: 'open_account',
    operation: 'confirm-purchase',
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account',
    auth: 'recent_sign_in',
    operation: 'delete-account',
  },
  exportAccount: {
    method: 'GET',
    path: '/api/account/export',
    auth: 'open_account',
    operation: 'export-account',
  },
  sendSupportMessage: {
    method: 'POST',
    path: '/api/support-messages',
    auth: 'open_account',
    operation: 'send-support-message',
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    auth: 'active_account',
    operation: 'api-keys',
    feature: 'keys',
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    auth: 'open_account',
    operation: 'api-keys',
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    auth: 'open_account',
    operation: 'api-keys',
  },
  /** Browsers report errors of the page with it, also those of visitors. */
  reportPageError: {
    method: 'POST',
    path: '/api/page-errors',
    auth: 'none',
    operation: 'report-page-error',
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

export const ENDPOINT_NAMES = /* @__PURE__ */ Object.keys(ENDPOINTS) as EndpointName[];

/** The endpoints that need a signed-in user. */
export type UserEndpointName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['auth'] extends 'none' ? never : Name;
}[EndpointName];

/** API Gateway's name of a route, e.g. `GET /api/thumbnails/{id}`. */
export type RouteKey = `${Endpoint['method']} ${Endpoint['path']}`;

export function routeKey(name: EndpointName): RouteKey {
  const { method, path } = ENDPOINTS[name];
  return `${method} ${path}`;
}
