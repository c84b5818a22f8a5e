import fc from 'fast-check';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Schemas } from '../../../contract/endpoint-types.ts';
import { LOCAL_PRICES } from '../../../local/connect-services.ts';
import * as bodies from './body-arbitraries.ts';
import {
  extremeNumber,
  junk,
  mostly,
  NESTED,
  NESTED_JSON,
  OTHER_ID,
  OWN_ID,
  printable,
  PROMPT_MARKER,
  unusualText,
  userId,
} from './values.ts';

const fidelity = mostly(fc.constantFrom(undefined, 0, 0.5, 1, -0.1, 1.1));
const reference = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 6 },
  fc.record({
    kind: fc.constant('video'),
    videoId: mostly(fc.constantFrom(undefined, 'dQw4w9WgXcQ')),
    fidelity,
  }),
  fc.record({
    kind: mostly(fc.constant('image')),
    id: mostly(fc.uuid()),
    use: mostly(fc.constantFrom('style', 'layout')),
    fidelity,
  }),
  junk,
);
const generation = fc.record(
  {
    prompt: mostly(
      fc.constantFrom(
        'a castle',
        `${PROMPT_MARKER} castle`,
        'x'.repeat(2_000),
        `${PROMPT_MARKER} https://youtu.be/dQw4w9WgXcQ`,
        'https://youtu.be/private0001',
        'https://www.youtube.com/@creator',
        'https://youtu.be.example.com/dQw4w9WgXcQ',
      ),
    ),
    reference,
    userId,
    negativePrompt: mostly(fc.constantFrom('fog', '')),
    generationId: mostly(fc.uuid()),
    model: mostly(fc.constant('stability.stable-image-core-v1:1')),
    extra: junk,
  },
  { requiredKeys: ['prompt', 'userId'] },
);
const checkout = fc.record(
  { priceId: mostly(fc.constantFrom(...Object.values(LOCAL_PRICES))), userId, extra: junk },
  { requiredKeys: ['priceId'] },
);
const upload = fc.record({
  contentType: mostly(fc.constantFrom('image/jpeg', 'image/png', 'image/svg+xml')),
  bytes: mostly(
    fc.oneof(
      fc.constantFrom(1, LIMITS.referenceBytes, LIMITS.referenceBytes + 1, 0, 1.5, '1'),
      extremeNumber,
    ),
  ),
});
/** A body as text, and how its characters become bytes. */
type Body = fc.Arbitrary<{ text: string; encoding: 'utf8' | 'latin1' }>;

/** Mostly JSON of a nearly valid object. */
function createBody(object: fc.Arbitrary<object>): Body {
  const text = fc.oneof(
    {
      arbitrary: object.map((value) => JSON.stringify(value).replace(`"${NESTED}"`, NESTED_JSON)),
      weight: 10,
    },
    { arbitrary: fc.json({ maxDepth: 4 }), weight: 2 },
    fc.tuple(object, fc.nat({ max: 80 })).map(([value, end]) => JSON.stringify(value).slice(0, end)),
    fc.constantFrom(
      '',
      'null',
      '[]',
      '"text"',
      '{"__proto__":{"prompt":"x"}}',
      `{"prompt":"x","prompt":7,"userId":"${OWN_ID}"}`,
      `\ufeff{"prompt":"x","userId":"${OWN_ID}"}`,
      '['.repeat(5_000),
      NESTED_JSON,
      `{"prompt":"${'x'.repeat(70_000)}","userId":"${OWN_ID}"}`,
    ),
  );
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'));
  return fc.oneof(
    { arbitrary: fc.record({ text, encoding: fc.constant('utf8' as const) }), weight: 6 },
    fc.record({ text: bytes, encoding: fc.constant('latin1' as const) }),
  );
}
const noBody: Body = fc.oneof(
  { arbitrary: fc.constant({ text: '', encoding: 'utf8' as const }), weight: 4 },
  createBody(checkout),
);

type BodyEndpointName = {
  [Name in EndpointName]: Schemas[Name] extends { body: unknown } ? Name : never;
}[EndpointName];

/** The body of the requests to an endpoint. A new endpoint with a body needs an entry. @default none */
const BODIES: Record<BodyEndpointName, Body> & Partial<Record<EndpointName, Body>> = {
  generateThumbnail: createBody(generation),
  createReferenceImage: createBody(upload),
  improvePrompt: createBody(generation),
  updateThumbnail: createBody(bodies.libraryEntry),
  saveDesign: createBody(bodies.designUpdate),
  saveBrand: createBody(bodies.brandUpdate),
  createCutout: createBody(bodies.cutout),
  createEdit: createBody(bodies.edit),
  suggestEdit: createBody(bodies.editInstruction),
  suggestConcepts: createBody(bodies.conceptSource),
  createStripeCheckout: createBody(checkout),
  createKey: createBody(bodies.keyName),
  sendSupportMessage: createBody(bodies.supportMessage),
  reportPageError: createBody(bodies.pageError),
  stripeWebhook: createBody(generation),
};

/** How often an endpoint is requested. @default 1 */
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
    const { [name]: body = noBody } = BODIES;
    return {
      weight,
      arbitrary: fc.record({
        method: fc.constant<string>(method),
        path: segment.map((id) => path.replace(/\{\w+\}/g, () => id)),
        body,
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
      body: createBody(generation),
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

/** What is changed in a valid delivery of Stripe. */
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
