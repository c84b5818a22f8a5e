import fc from 'fast-check';
import { toJSONSchema, type core } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { LOCAL_PRICES } from '../../../local/connect-services.ts';
import { DESIGN_PREVIEW, JPEGS } from '../../support/jpegs.ts';
import { makeMask, rectangle } from '../../support/masks.ts';
import { createPhoto } from '../../support/photos.ts';
import { junk, NESTED, NESTED_JSON, OTHER_ID, OWN_ID, PROMPT_MARKER, unusualText } from './values.ts';

/** A body as text, and how its characters become bytes. */
export type Body = fc.Arbitrary<{ text: string; encoding: 'utf8' | 'latin1' }>;
type Schema = core.JSONSchema.JSONSchema;

const PREVIEW = DESIGN_PREVIEW.toString('base64');
/** A picture that a photo can be made of. */
const PHOTO = createPhoto(640, 360).toString('base64');
/** A mask that can be read, of another size than any base. */
const MASK = makeMask(9, 9, rectangle(2, 2, 5, 5)).toString('base64');

/** The values of fields whose schema does not say what a function demands of them. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  userId: fc.constantFrom(OWN_ID, OWN_ID, OWN_ID, OTHER_ID),
  prompt: fc.constantFrom(
    'a castle',
    `${PROMPT_MARKER} castle`,
    'x'.repeat(LIMITS.promptLength),
    `${PROMPT_MARKER} https://youtu.be/dQw4w9WgXcQ`,
    'https://youtu.be/private0001',
    'https://www.youtube.com/@creator',
    'https://youtu.be.example.com/dQw4w9WgXcQ',
  ),
  model: fc.constant('stability.stable-image-core-v1:1'),
  videoId: fc.constant('dQw4w9WgXcQ'),
  priceId: fc.constantFrom(...Object.values(LOCAL_PRICES)),
  mask: fc.oneof(fc.constant(MASK), fc.base64String({ maxLength: 400 })),
  preview: fc.constantFrom(PREVIEW, PREVIEW.slice(0, -40), PREVIEW.repeat(60), JPEGS.cmyk.toString('base64')),
  picture: fc.constantFrom(PREVIEW, PREVIEW.slice(0, -40), JPEGS.cmyk.toString('base64'), PHOTO),
  cutoutId: fc.constantFrom(OWN_ID, OTHER_ID),
  image: fc.constant(OWN_ID),
  weight: fc.constantFrom(400, 700),
};

/** The lengths of texts: every limit of the contract, and one character more. */
const LENGTHS = Object.values(LIMITS).filter((limit) => limit <= LIMITS.scriptLength);
const longText = fc
  .tuple(fc.constantFrom(...LENGTHS), fc.nat({ max: 1 }))
  .map(([length, more]) => 'x'.repeat(length + more));
const text = fc.oneof(
  { arbitrary: fc.constantFrom('A CASTLE', `${PROMPT_MARKER} castle`), weight: 8 },
  longText,
  fc.constantFrom('two\nlines', 'a\r\nBcc: all@example.com', '<b>bold</b>'),
  unusualText,
);

const absent = fc.constant(undefined);

/** Values that a schema allows, as far as it says what it allows. */
function createArbitrary(schema: core.JSONSchema._JSONSchema | undefined): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object') return junk;
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map(createArbitrary));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return createObject(schema);
  if (schema.type === 'array') return createList(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'number' || schema.type === 'integer') return createNumber(schema);
  if (schema.format === 'uuid') return fc.uuid();
  return schema.pattern === undefined ? text : fc.stringMatching(new RegExp(schema.pattern));
}

/** Most optional fields are absent, because each field may be invalid, and an unknown reference pauses its user. */
function createObject({
  properties = {},
  required = [],
  propertyNames,
  additionalProperties,
}: Schema): fc.Arbitrary<object> {
  if (propertyNames !== undefined)
    return fc.dictionary(createArbitrary(propertyNames).map(String), createArbitrary(additionalProperties), {
      maxKeys: 3,
    });
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = FIELDS[name] ?? createArbitrary(schema);
    return [name, required.includes(name) ? value : fc.oneof(absent, absent, value)];
  });
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
}

function createList({ items, minItems = 0 }: Schema): fc.Arbitrary<unknown[]> {
  return fc.array(createArbitrary(Array.isArray(items) ? undefined : items), {
    minLength: minItems,
    maxLength: Math.max(minItems, 3),
  });
}

function createNumber({ type, minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const middle = (minimum + maximum) / 2;
  return fc.oneof(
    {
      arbitrary: fc.constantFrom(minimum, type === 'integer' ? Math.floor(middle) : middle, maximum),
      weight: 30,
    },
    fc.constantFrom(minimum - 1, maximum + 1, middle + 0.25),
  );
}

interface Change {
  at: number;
  value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({ at: fc.nat(), value: fc.oneof(junk, absent) });

/** Replaces, removes or adds fields of a value, also of the objects and lists in it. */
function changeFields(value: object, changes: readonly Change[]): object {
  const changed: object = structuredClone(value);
  for (const { at, value: other } of changes) {
    const places = listPlaces(changed);
    const [holder, field] = places[at % places.length] ?? [changed, 'extra'];
    // Some junk values are constants, which a later change must not change.
    Object.assign(holder, { [field]: structuredClone(other) });
  }
  return changed;
}

function listPlaces(holder: object): [holder: object, field: string][] {
  const inner = Object.values(holder).filter(
    (value): value is object => typeof value === 'object' && value !== null,
  );
  const own = [...Object.keys(holder), 'extra'].map((field): [object, string] => [holder, field]);
  return [...own, ...inner.flatMap(listPlaces)];
}

/** Mostly JSON of an object that the schema allows, with at most two changes. */
export function createBody(schema: core.$ZodType): Body {
  const valid = createArbitrary(
    toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ) as fc.Arbitrary<object>;
  const object = fc
    .tuple(valid, fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 2 })))
    .map(([value, changes]) => changeFields(value, changes));
  const json = fc.oneof(
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
    { arbitrary: fc.record({ text: json, encoding: fc.constant('utf8' as const) }), weight: 6 },
    fc.record({ text: bytes, encoding: fc.constant('latin1' as const) }),
  );
}
