import fc from 'fast-check';
import { ENDPOINT_NAMES, routeKey } from '../../../contract/endpoints.ts';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';

/** Marks a prompt: no line of a log may hold it. */
export const NEVER_LOGGED = 'a-prompt-that-nobody-may-log';

/** Stand for the ids of who asks and of somebody else: only the attack knows them, when it runs. */
export const OWN = '{own}';
export const OTHERS = '{others}';

/** Values that programs trip over, beside those that fast-check knows. */
const ODD_TEXTS = [
  '',
  ' \n\t ',
  '\u0000',
  'a\u0007b',
  '\ud800',
  '\u202e\u200b',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(300),
  'x'.repeat(2_001),
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '${jndi:ldap://127.0.0.1/a}',
  'NaN',
  '-0',
  '1e400',
  NEVER_LOGGED,
];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
const junk = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.double(),
  fc.constantFrom(null, true, [], {}, [null], { toString: 1 }, Number.MAX_SAFE_INTEGER, -1),
);

/** A field that is right most of the time, so that the others are looked at, too. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: junk, weight: 1 });

const whose = fc.constantFrom(OWN, OWN, OWN, OTHERS);

const generation = fc.record(
  {
    prompt: mostly(fc.constantFrom('a castle', `${NEVER_LOGGED} castle`, 'x'.repeat(2_000))),
    userId: mostly(whose),
    negativePrompt: mostly(fc.constantFrom('fog', '')),
    generationId: mostly(fc.uuid()),
    model: mostly(fc.constant('stability.stable-image-core-v1:1')),
    extra: junk,
  },
  { requiredKeys: ['prompt', 'userId'] },
);
const checkout = fc.record(
  { priceId: mostly(fc.constantFrom(...Object.values(LOCAL_PRICES))), userId: mostly(whose), extra: junk },
  { requiredKeys: ['priceId'] },
);

const text = (right: fc.Arbitrary<object>) =>
  fc.oneof(
    { arbitrary: right.map((body) => JSON.stringify(body)), weight: 10 },
    { arbitrary: fc.json({ maxDepth: 4 }), weight: 2 },
    fc.tuple(right, fc.nat({ max: 80 })).map(([body, end]) => JSON.stringify(body).slice(0, end)),
    fc.constantFrom(
      '',
      'null',
      '[]',
      '"text"',
      '{"__proto__":{"prompt":"x"}}',
      `{"prompt":"x","prompt":7,"userId":"${OWN}"}`,
      `\ufeff{"prompt":"x","userId":"${OWN}"}`,
      '['.repeat(5_000),
      `{"prompt":"${'x'.repeat(70_000)}","userId":"${OWN}"}`,
    ),
  );
const body = (right: fc.Arbitrary<object>) =>
  fc.oneof(
    { arbitrary: fc.record({ text: text(right), encoding: fc.constant('utf8' as const) }), weight: 6 },
    // Every byte there is.
    fc.record({
      text: fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1')),
      encoding: fc.constant('latin1' as const),
    }),
  );
const noBody = fc.oneof(
  { arbitrary: fc.constant({ text: '', encoding: 'utf8' as const }), weight: 4 },
  body(checkout),
);

const PATHS = [...new Set(ENDPOINT_NAMES.map(routeKey).map((route) => route.split(' ')[1] ?? ''))];
const segment = fc.oneof(
  fc.uuid(),
  fc.string({ maxLength: 40 }).map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%ZZ',
    '%00',
    '%2e%2e%2f',
    '%C0%80',
    '%F0%9F%92%A9',
    '{id}',
    OWN,
    OTHERS,
    'a'.repeat(3_000),
  ),
);
const anyMethod = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD');
const anyPath = fc.oneof(
  fc.constantFrom(...PATHS),
  segment.map((name) => `/api/${name}`),
  fc.constantFrom(...PATHS).map((known) => `${known}/`),
  fc.constantFrom(...PATHS).map((known) => known.toUpperCase().replace('/API/', '/api/')),
);

/** Where a request goes, with the body that is asked for there, more or less. */
const to = (route: string, asked: fc.Arbitrary<{ text: string; encoding: 'utf8' | 'latin1' }>) => {
  const [method = '', path = ''] = route.split(' ');
  return fc.record({ method: fc.constant(method), path: fc.constant(path), body: asked });
};
const call = fc.oneof(
  { arbitrary: to(routeKey('generateThumbnail'), body(generation)), weight: 9 },
  { arbitrary: to(routeKey('createStripeCheckout'), body(checkout)), weight: 4 },
  { arbitrary: to(routeKey('listThumbnails'), noBody), weight: 4 },
  {
    arbitrary: fc.record({
      method: fc.constant('GET'),
      path: segment.map((id) => `/api/thumbnails/${id}`),
      body: noBody,
    }),
    weight: 2,
  },
  to(routeKey('readCredits'), noBody),
  to(routeKey('listPurchases'), noBody),
  to(routeKey('deleteAccount'), noBody),
  to(routeKey('stripeWebhook'), body(generation)),
  { arbitrary: fc.record({ method: anyMethod, path: anyPath, body: body(generation) }), weight: 2 },
);

const cursor = fc
  .record({ generationId: mostly(fc.uuid()), listedAt: mostly(fc.constant('2026-01-01T00:00:00.000Z')) })
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'));
const parameter = fc.tuple(
  fc.constantFrom('limit', 'limit', 'cursor', 'cursor', 'userId', 'id', '__proto__', ''),
  fc.oneof(
    cursor,
    fc.integer({ min: -2, max: 200 }).map(String),
    fc.constantFrom('0', '101', '1.5', '1e2', '%D9%A3', ''),
    // API Gateway itself refuses a line and headers beyond 10 KB.
    oddText.map((odd) => encodeURIComponent(odd.slice(0, 200).toWellFormed())),
  ),
);

const PRINTABLE = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

/** One request. Its parts are data, so that one which is answered wrongly can shrink and be shown. */
export const badRequest = fc.record({
  call,
  query: fc.array(parameter, { maxLength: 3 }),
  token: fc.oneof(
    { arbitrary: fc.constant('good' as const), weight: 16 },
    fc.constantFrom('none' as const, 'unsigned' as const, 'forged' as const),
    fc.record({ changedAt: fc.nat({ max: 2_000 }) }),
    fc.record({ junk: PRINTABLE }),
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
    PRINTABLE,
    { maxKeys: 2 },
  ),
});
export type BadRequest = typeof badRequest extends fc.Arbitrary<infer T> ? T : never;

/** A delivery of Stripe's that was right once, and what became of it on the way. */
export const badDelivery = fc.record({
  what: fc.constantFrom(
    'body',
    'cut',
    'signature',
    'scheme',
    'old',
    'other secret',
    'no signature',
    'signature junk',
    'untouched',
  ),
  at: fc.nat({ max: 4_000 }),
  character: fc.constantFrom('0', 'a', 'Z', ' ', '"', '\n', '}'),
  junk: PRINTABLE,
  contentType: fc.constantFrom(
    'application/json; charset=utf-8',
    'application/octet-stream',
    'text/plain',
    '',
  ),
});
export type BadDelivery = typeof badDelivery extends fc.Arbitrary<infer T> ? T : never;
