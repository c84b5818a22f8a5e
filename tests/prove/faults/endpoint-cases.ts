import type { EndpointName, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import type { Operation } from './trials.ts';

type ChangingEndpoint = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['method'] extends 'GET' ? never : Name;
}[EndpointName];

/** The operation whose name begins like this, or the reason why faults cannot harm the endpoint. */
type FaultCase = { operation: string } | { harmless: string };

const COUNTS_ONLY = { harmless: 'It writes nothing but the counter of its limit.' };

/** Says for each endpoint that is no GET which operation calls it with faults. A missing endpoint is a type error. */
const FAULT_CASES: Record<ChangingEndpoint, FaultCase> = {
  generateThumbnail: { operation: 'generate-thumbnail' },
  cancelGeneration: { operation: 'cancel-generation' },
  updateThumbnail: { operation: 'update-thumbnail' },
  deleteThumbnail: { operation: 'delete-thumbnail' },
  duplicateThumbnail: { operation: 'duplicate-thumbnail' },
  createThumbnail: { operation: 'create-thumbnail' },
  saveDesign: { operation: 'save-design' },
  saveBrand: { operation: 'save-brand' },
  createEdit: { operation: 'create-edit' },
  suggestEdit: COUNTS_ONLY,
  suggestConcepts: COUNTS_ONLY,
  translateTexts: COUNTS_ONLY,
  createReferenceImage: { operation: 'create-reference-image' },
  createCutout: { operation: 'create-cutout' },
  updateCutout: { operation: 'update-cutout' },
  deleteCutout: { harmless: 'It calls the same function as deleteThumbnail.' },
  improvePrompt: COUNTS_ONLY,
  createStripeCheckout: { operation: 'checkout' },
  confirmPurchase: { operation: 'confirm-purchase' },
  deleteAccount: { operation: 'delete-account' },
  sendSupportMessage: { harmless: 'It stores nothing. A repeated request sends its message again.' },
  createKey: { operation: 'api-keys, creates' },
  deleteKey: { operation: 'api-keys, revokes' },
  reportPageError: { harmless: 'It only logs and counts.' },
  stripeWebhook: { operation: 'webhook' },
};

/** Lists the endpoints whose operation does not exist. */
export function findMissingCases(operations: readonly Operation[]): string[] {
  return Object.entries(FAULT_CASES).flatMap(([endpoint, faultCase]) =>
    'harmless' in faultCase || operations.some(({ name }) => name.startsWith(faultCase.operation))
      ? []
      : [`${endpoint}: no operation in tests/prove/faults/operations/ is named ${faultCase.operation}`],
  );
}
