import { handler } from '../../../functions/generate-thumbnail.ts';
import { call, errorBody, USER, type Call } from './event.ts';
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

/** The parts of a presigned URL. */
export function parseUrl(text: unknown) {
  const url = new URL(String(text));
  return {
    address: `${url.origin}${url.pathname}`,
    seconds: url.searchParams.get('X-Amz-Expires'),
    isSigned: url.searchParams.has('X-Amz-Signature'),
    // A browser cannot send a header or a checksum with it.
    signedHeaders: url.searchParams.get('X-Amz-SignedHeaders'),
    checksums: [...url.searchParams.keys()].filter((name) => /checksum/i.test(name)),
  };
}

/** The presigned URL of the image of `GENERATION`: it is valid for 15 minutes. */
export const IMAGE_URL = {
  address: `https://images.s3.us-west-2.amazonaws.com/${IMAGE_KEY}`,
  seconds: '900',
  isSigned: true,
  signedHeaders: 'host',
  checksums: [] as string[],
};

export const PREVIEW_URL = { ...IMAGE_URL, address: IMAGE_URL.address.replace(IMAGE_KEY, PREVIEW_KEY) };
