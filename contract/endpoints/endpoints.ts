import type { FeatureId } from '../features.ts';
import { ROUTES, type Route } from './routes.ts';

/**
 * The conditions that `apiHandler` checks before the operation begins:
 * - `none`: no condition. The operation checks the caller.
 * - `token`: a token of the user pool. The operation checks the account, e.g. in its transaction.
 * - `recent_sign_in`: a token, and a sign-in of the last five minutes.
 * - `open_account`: a token, and an account that accepts the token and is not deleted.
 * - `active_account`: an open account that is not suspended.
 * - `recent_active_account`: an active account, and a sign-in of the last five minutes.
 */
export type EndpointAuth =
  | 'none'
  | 'token'
  | 'recent_sign_in'
  | 'open_account'
  | 'active_account'
  | 'recent_active_account';

/**
 * The table of all API endpoints. The routes and authorizers of API Gateway, the parsing in the handlers and the browser's client derive
 * from it. All paths are under the site's origin.
 * The schemas are in other files, as `{name}Schemas`, so that no schema library reaches the browser's bundle. The routes are in
 * `routes.ts`, because the browser needs nothing else.
 */
interface Endpoint extends Route {
  auth: EndpointAuth;
  /** The file in `functions/` that handles the endpoint, without its extension. */
  operation: string;
  /** The feature that the endpoint belongs to. A stage can have the feature in early access. */
  feature?: FeatureId;
  /** True if a call takes credits. An unexpected failure may then have taken credits. */
  takesCredits?: true;
}

export const ENDPOINTS = {
  generateThumbnail: {
    ...ROUTES.generateThumbnail,
    auth: 'token',
    operation: 'generate-thumbnail',
    takesCredits: true,
  },
  readCredits: {
    ...ROUTES.readCredits,
    auth: 'token',
    operation: 'read-credits',
  },
  listCreditHistory: {
    ...ROUTES.listCreditHistory,
    auth: 'open_account',
    operation: 'list-credit-history',
  },
  listThumbnails: {
    ...ROUTES.listThumbnails,
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  readThumbnail: {
    ...ROUTES.readThumbnail,
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  listGenerations: {
    ...ROUTES.listGenerations,
    auth: 'open_account',
    operation: 'list-thumbnails',
  },
  cancelGeneration: {
    ...ROUTES.cancelGeneration,
    auth: 'open_account',
    operation: 'cancel-generation',
  },
  updateThumbnail: {
    ...ROUTES.updateThumbnail,
    auth: 'open_account',
    operation: 'update-thumbnail',
  },
  deleteThumbnail: {
    ...ROUTES.deleteThumbnail,
    auth: 'open_account',
    operation: 'delete-thumbnail',
  },
  duplicateThumbnail: {
    ...ROUTES.duplicateThumbnail,
    auth: 'active_account',
    operation: 'duplicate-thumbnail',
  },
  createThumbnail: {
    ...ROUTES.createThumbnail,
    auth: 'active_account',
    operation: 'create-thumbnail',
  },
  saveDesign: {
    ...ROUTES.saveDesign,
    auth: 'active_account',
    operation: 'save-design',
  },
  readBrand: {
    ...ROUTES.readBrand,
    auth: 'open_account',
    operation: 'brand',
    feature: 'brand',
  },
  saveBrand: {
    ...ROUTES.saveBrand,
    auth: 'active_account',
    operation: 'brand',
    feature: 'brand',
  },
  createEdit: {
    ...ROUTES.createEdit,
    auth: 'token',
    operation: 'create-edit',
    feature: 'edits',
    takesCredits: true,
  },
  suggestEdit: {
    ...ROUTES.suggestEdit,
    auth: 'active_account',
    operation: 'suggest-edit',
    feature: 'edits',
  },
  suggestConcepts: {
    ...ROUTES.suggestConcepts,
    auth: 'active_account',
    operation: 'suggest-concepts',
    feature: 'concepts',
  },
  translateTexts: {
    ...ROUTES.translateTexts,
    auth: 'active_account',
    operation: 'translate-texts',
  },
  createReferenceImage: {
    ...ROUTES.createReferenceImage,
    auth: 'active_account',
    operation: 'create-reference-image',
  },
  createCutout: {
    ...ROUTES.createCutout,
    auth: 'token',
    operation: 'create-cutout',
    takesCredits: true,
  },
  listCutouts: {
    ...ROUTES.listCutouts,
    auth: 'open_account',
    operation: 'list-cutouts',
  },
  updateCutout: {
    ...ROUTES.updateCutout,
    auth: 'open_account',
    operation: 'update-cutout',
  },
  deleteCutout: {
    ...ROUTES.deleteCutout,
    auth: 'open_account',
    operation: 'delete-cutout',
  },
  readVideoReference: {
    ...ROUTES.readVideoReference,
    auth: 'active_account',
    operation: 'read-video-reference',
  },
  improvePrompt: {
    ...ROUTES.improvePrompt,
    auth: 'active_account',
    operation: 'improve-prompt',
  },
  createStripeCheckout: {
    ...ROUTES.createStripeCheckout,
    auth: 'token',
    operation: 'create-stripe-checkout',
  },
  listPurchases: {
    ...ROUTES.listPurchases,
    auth: 'open_account',
    operation: 'list-purchases',
  },
  /** The page calls this endpoint when the user returns from Checkout, so that the credits do not depend on the webhook. */
  confirmPurchase: {
    ...ROUTES.confirmPurchase,
    auth: 'open_account',
    operation: 'confirm-purchase',
  },
  deleteAccount: {
    ...ROUTES.deleteAccount,
    auth: 'recent_sign_in',
    operation: 'delete-account',
  },
  exportAccount: {
    ...ROUTES.exportAccount,
    auth: 'open_account',
    operation: 'export-account',
  },
  sendSupportMessage: {
    ...ROUTES.sendSupportMessage,
    auth: 'open_account',
    operation: 'send-support-message',
  },
  createKey: {
    ...ROUTES.createKey,
    auth: 'recent_active_account',
    operation: 'api-keys',
    feature: 'keys',
  },
  listKeys: {
    ...ROUTES.listKeys,
    auth: 'open_account',
    operation: 'api-keys',
  },
  deleteKey: {
    ...ROUTES.deleteKey,
    auth: 'open_account',
    operation: 'api-keys',
  },
  /** Browsers report errors of the page to this endpoint, also when the user is not signed in. */
  reportPageError: {
    ...ROUTES.reportPageError,
    auth: 'none',
    operation: 'report-page-error',
  },
  /** Stripe calls this endpoint. The operation verifies the webhook signature. */
  stripeWebhook: {
    ...ROUTES.stripeWebhook,
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
