import { handler } from '../../../functions/api/generate-thumbnail.ts';
import { FUNCTION_ENVIRONMENT } from '../../support/function-environment.ts';
import { call, errorBody, USER, type Call } from './event.ts';
import { isOpened } from './image-key.ts';
import { GENERATION, IMAGE_KEY, PREVIEW_KEY, PROMPT } from './thumbnail-rows.ts';

export const REQUEST = { prompt: PROMPT, userId: USER, generationId: GENERATION };

/** Calls POST /api/generate-thumbnail. @param changes of the request body. */
export function generate(changes: Record<string, unknown> = {}, options: Call = {}) {
  const routeKey = 'POST /api/generate-thumbnail';
  return call(handler, { routeKey, body: { ...REQUEST, ...changes }, ...options });
}

export const SPENT = [`spend#${GENERATION}`];
export const REFUNDED = [`spend#${GENERATION}`, `refund#${GENERATION}`];

/** The response after an unexpected failure whose credits were refunded. */
export const INTERNAL_ERROR = {
  status: 500,
  body: errorBody('internal', { charge: 'refunded' }),
};

/** The response after a step that was not completed in time, and whose credits were refunded. */
export const UNAVAILABLE = {
  status: 503,
  body: errorBody('model_unavailable', { charge: 'refunded' }),
};

/** The address of a signed URL, and whether CloudFront opens it. */
export function parseUrl(text: unknown) {
  const { origin, pathname } = new URL(String(text));
  return { address: `${origin}${pathname}`, isOpened: isOpened(String(text)) };
}

/** The signed URL of the image of `GENERATION`. */
export const IMAGE_URL = {
  address: `${FUNCTION_ENVIRONMENT.SITE_URL}/${IMAGE_KEY}`,
  isOpened: true,
};

export const PREVIEW_URL = { ...IMAGE_URL, address: IMAGE_URL.address.replace(IMAGE_KEY, PREVIEW_KEY) };
