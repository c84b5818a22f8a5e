/** The method and the path of an endpoint. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path. `{name}` is a path parameter. */
  path: `/api/${string}`;
}

/** The routes of all endpoints. `endpoints.ts` adds the properties that only the server needs. */
export const ROUTES = {
  generateThumbnail: { method: 'POST', path: '/api/generate-thumbnail' },
  readCredits: { method: 'GET', path: '/api/credits' },
  listCreditHistory: { method: 'GET', path: '/api/credits/history' },
  listThumbnails: { method: 'GET', path: '/api/thumbnails' },
  readThumbnail: { method: 'GET', path: '/api/thumbnails/{id}' },
  listGenerations: { method: 'GET', path: '/api/generations' },
  cancelGeneration: { method: 'POST', path: '/api/thumbnails/{id}/cancel' },
  duplicateThumbnail: { method: 'POST', path: '/api/thumbnails/{id}/copies' },
  createThumbnail: { method: 'POST', path: '/api/thumbnails' },
  updateThumbnail: { method: 'PATCH', path: '/api/thumbnails/{id}' },
  deleteThumbnail: { method: 'DELETE', path: '/api/thumbnails/{id}' },
  saveDesign: { method: 'PUT', path: '/api/thumbnails/{id}/design' },
  readBrand: { method: 'GET', path: '/api/brand' },
  saveBrand: { method: 'PUT', path: '/api/brand' },
  createEdit: { method: 'POST', path: '/api/edits' },
  suggestEdit: { method: 'POST', path: '/api/edit-suggestions' },
  suggestConcepts: { method: 'POST', path: '/api/concepts' },
  translateTexts: { method: 'POST', path: '/api/translations' },
  createReferenceImage: { method: 'POST', path: '/api/reference-images' },
  createCutout: { method: 'POST', path: '/api/cutouts' },
  listCutouts: { method: 'GET', path: '/api/cutouts' },
  updateCutout: { method: 'PATCH', path: '/api/cutouts/{id}' },
  deleteCutout: { method: 'DELETE', path: '/api/cutouts/{id}' },
  readVideoReference: { method: 'GET', path: '/api/video-reference' },
  improvePrompt: { method: 'POST', path: '/api/improve-prompt' },
  createStripeCheckout: { method: 'POST', path: '/api/create-stripe-checkout' },
  listPurchases: { method: 'GET', path: '/api/purchases' },
  confirmPurchase: { method: 'POST', path: '/api/purchases/{id}/confirm' },
  deleteAccount: { method: 'DELETE', path: '/api/account' },
  exportAccount: { method: 'GET', path: '/api/account/export' },
  sendSupportMessage: { method: 'POST', path: '/api/support-messages' },
  createKey: { method: 'POST', path: '/api/keys' },
  listKeys: { method: 'GET', path: '/api/keys' },
  deleteKey: { method: 'DELETE', path: '/api/keys/{id}' },
  reportPageError: { method: 'POST', path: '/api/page-errors' },
  stripeWebhook: { method: 'POST', path: '/api/stripe-webhook' },
} as const satisfies Record<string, Route>;
