/** Every call that the API takes, as API Gateway route keys. All paths live under the site's origin. */
export const ROUTES = {
  generateThumbnail: 'POST /api/generate-thumbnail',
  readCredits: 'GET /api/credits',
  listThumbnails: 'GET /api/thumbnails',
  readThumbnail: 'GET /api/thumbnails/{id}',
  createStripeCheckout: 'POST /api/create-stripe-checkout',
  listPurchases: 'GET /api/purchases',
  closeAccount: 'DELETE /api/account',
  /** Stripe's call, not the site's: the one route without a token. Its signature is checked instead. */
  stripeWebhook: 'POST /api/stripe-webhook',
} as const satisfies Record<string, RouteKey>;

/** An HTTP method and a path, with `{name}` for a path parameter. */
export type RouteKey = `${'GET' | 'POST' | 'DELETE'} /api/${string}`;

/** The runtime settings of the site, served beside it: one build serves every stage. */
export const SITE_CONFIG_PATH = '/config.json';
