import fc from 'fast-check';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '#contract/endpoints/endpoints.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import { SCHEMAS } from '../../support/endpoint-schemas.ts';
import { createBody, type Body } from './body-arbitraries.ts';
import { mostly, OTHER_ID, OWN_ID, printable, unusualText } from './values.ts';

const generation = createBody(SCHEMAS.generateThumbnail.body);
const noBody: Body = fc.oneof(
  { arbitrary: fc.constant({ text: '', encoding: 'utf8' as const }), weight: 4 },
  createBody(SCHEMAS.createStripeCheckout.body),
);

/** An endpoint without a body schema gets mostly none; the webhook reads its raw body. */
function createEndpointBody(name: EndpointName): Body {
  const { body }: EndpointSchemas = SCHEMAS[name];
  if (body !== undefined) return createBody(body);
  return name === 'stripeWebhook' ? generation : noBody;
}

/** Weights: the relative frequency of the requests of an endpoint. @default 1 */
const WEIGHTS: Partial<Record<EndpointName, number>> = {
  generateThumbnail: 9,
  saveDesign: 5,
  saveBrand: 3,
  createStripeCheckout: 4,
  listThumbnails: 4,
  createReferenceImage: 2,
  improvePrompt: 2,
  createCutout: 2,
  createEdit: 3,
  readThumbnail: 2,
  cancelGeneration: 2,
  deleteThumbnail: 2,
  readVideoReference: 2,
};

const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))];
const segment = fc.oneof(
  fc.uuid(),
  fc.string({ maxLength: 40 }).map(encodeURIComponent),
  fc.constantFrom('%', '%ZZ', '%00', '%2e%2e%2f', '%C0%80', '%F0%9F%92%A9', '{id}', OWN_ID, OTHER_ID),
  fc.constant('a'.repeat(3_000)),
);
const call = fc.oneof(
  ...ENDPOINT_NAMES.map((name) => {
    const { method, path } = ENDPOINTS[name];
    const { [name]: weight = 1 } = WEIGHTS;
    return {
      weight,
      arbitrary: fc.record({
        method: fc.constant<string>(method),
        path: segment.map((id) => path.replace(/\{\w+\}/g, () => id)),
        body: createEndpointBody(name),
      }),
    };
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'),
      path: fc.oneof(
        fc.constantFrom<string[]>(...PATHS),
        segment.map((name) => `/api/${name}`),
        fc.constantFrom(...PATHS).map((path) => `${path}/`),
        fc.constantFrom(...PATHS).map((path) => path.toUpperCase().replace('/API/', '/api/')),
      ),
      body: generation,
    }),
  },
);

// API Gateway rejects a request line and headers of more than 10 KB, so the parameters are cut.
const cursor = fc
  .record({ generationId: mostly(fc.uuid()), listedAt: mostly(fc.constant('2026-01-01T00:00:00.000Z')) })
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url').slice(0, 600));
const parameter = fc.tuple(
  fc.constantFrom('limit', 'limit', 'cursor', 'cursor', 'url', 'url', 'userId', 'id', '__proto__', ''),
  fc.oneof(
    cursor,
    fc
      .constantFrom('youtu.be/dQw4w9WgXcQ', 'https://evil.com', 'youtube.com/@creator')
      .map(encodeURIComponent),
    fc.integer({ min: -2, max: 200 }).map(String),
    fc.constantFrom('0', '101', '1.5', '1e2', '%D9%A3', ''),
    unusualText.map((text) => encodeURIComponent(text.slice(0, 200).toWellFormed())),
  ),
);

/** One request as plain data, so that fast-check can shrink it and a report can show it. */
export const badRequest = fc.record({
  call,
  query: fc.array(parameter, { maxLength: 3 }),
  token: fc.oneof(
    { arbitrary: fc.constant('valid' as const), weight: 16 },
    fc.constantFrom('none' as const, 'unsigned' as const, 'forged' as const),
    fc.record({ changedAt: fc.nat({ max: 2_000 }) }),
    fc.record({ junk: printable }),
  ),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json; charset=utf-16',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'text/plain',
    '',
    'nonsense',
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'accept',
      'cookie',
      'x-forwarded-for',
      'x-amz-date',
      'stripe-signature',
      'content-encoding',
      'origin',
    ),
    printable,
    { maxKeys: 2 },
  ),
});
export type BadRequest = typeof badRequest extends fc.Arbitrary<infer T> ? T : never;

/** The change of a valid delivery of Stripe. */
export const badDelivery = fc.record({
  change: fc.constantFrom(
    'nothing',
    'body character',
    'truncated body',
    'signature character',
    'signature scheme',
    'old timestamp',
    'other secret',
    'no signature',
    'junk signature',
  ),
  at: fc.nat({ max: 4_000 }),
  character: fc.constantFrom('0', 'a', 'Z', ' ', '"', '\n', '}'),
  junk: printable,
  contentType: fc.constantFrom(
    'application/json; charset=utf-8',
    'application/octet-stream',
    'text/plain',
    '',
  ),
});
export type BadDelivery = typeof badDelivery extends fc.Arbitrary<infer T> ? T : never;
