import { randomUUID } from 'node:crypto';
import { ENDPOINT_NAMES, ENDPOINTS, type UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { BRAND, DESIGN } from './designs.ts';

/** The variable parts of a request. */
export interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export const USER_ENDPOINTS = ENDPOINT_NAMES.filter(
  (name): name is UserEndpointName => ENDPOINTS[name].auth !== 'none',
);

/** The endpoints that refuse a suspended account: they generate, look up, upload, design or buy. */
export const REFUSED_WHEN_SUSPENDED: readonly UserEndpointName[] = [
  'generateThumbnail',
  'duplicateThumbnail',
  'createThumbnail',
  'saveDesign',
  'saveBrand',
  'createEdit',
  'suggestEdit',
  'suggestConcepts',
  'translateTexts',
  'createReferenceImage',
  'createCutout',
  'readVideoReference',
  'improvePrompt',
  'createStripeCheckout',
  'createKey',
];

const named = (): RequestParts => ({ params: { id: randomUUID() } });

/**
 * A valid request of each endpoint, by the caller's id and the price of a pack. Ids name nothing that exists. A new
 * endpoint needs an entry.
 */
export const VALID_REQUESTS: Record<UserEndpointName, (userId: string, priceId: string) => RequestParts> = {
  generateThumbnail: (userId) => ({ body: { prompt: 'a castle', userId } }),
  readCredits: () => ({}),
  listCreditHistory: () => ({}),
  listThumbnails: () => ({}),
  listGenerations: () => ({}),
  readThumbnail: named,
  cancelGeneration: named,
  updateThumbnail: () => ({ ...named(), body: { favorite: 'starred' } }),
  deleteThumbnail: named,
  duplicateThumbnail: () => ({ ...named(), body: { copyId: randomUUID() } }),
  createThumbnail: (userId) => ({ body: { userId, referenceId: randomUUID() } }),
  saveDesign: () => ({ ...named(), body: { design: DESIGN, version: 0 } }),
  readBrand: () => ({}),
  saveBrand: () => ({ body: { brand: BRAND, version: 0 } }),
  createStripeCheckout: (userId, priceId) => ({ body: { priceId, userId } }),
  listPurchases: () => ({}),
  confirmPurchase: () => ({ params: { id: `cs_test_${randomUUID().replaceAll('-', '')}` } }),
  readVideoReference: () => ({ query: { url: 'youtu.be/dQw4w9WgXcQ' } }),
  improvePrompt: () => ({ body: { prompt: 'a castle' } }),
  createReferenceImage: () => ({ body: { contentType: 'image/jpeg', bytes: 1 } }),
  createEdit: (userId) => ({
    body: { userId, thumbnailId: randomUUID(), baseId: randomUUID(), operation: { kind: 'upscale' } },
  }),
  suggestEdit: () => ({ body: { thumbnailId: randomUUID(), instruction: 'Make the sky red' } }),
  suggestConcepts: () => ({ body: { script: 'I built a castle of 10,000 stones in one year.' } }),
  translateTexts: () => ({
    body: { thumbnailId: randomUUID(), languages: ['de', 'ja'], texts: ['24-HOUR CASTLE'] },
  }),
  createCutout: (userId) => ({ body: { referenceId: randomUUID(), userId } }),
  listCutouts: () => ({}),
  updateCutout: () => ({ ...named(), body: { name: 'shocked' } }),
  deleteCutout: named,
  exportAccount: () => ({}),
  sendSupportMessage: () => ({ body: { subject: 'Question', message: 'How do I start?', requestIds: [] } }),
  createKey: () => ({ body: { name: 'Upload script' } }),
  listKeys: () => ({}),
  deleteKey: named,
  deleteAccount: () => ({}),
};
