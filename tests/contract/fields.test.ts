import { describe, expect, it } from 'vitest';
import { toJSONSchema } from 'zod';
import * as z from 'zod/mini';
import { createKeyRequest } from '#contract/endpoints/api-key-schemas.ts';
import { layout } from '#contract/design/brand.ts';
import { design, layer } from '#contract/design/design.ts';
import { createEditRequest } from '#contract/endpoints/edit-requests.ts';
import { generateThumbnailRequest } from '#contract/endpoints/generation-schemas.ts';
import { improvePromptRequest } from '#contract/endpoints/schemas.ts';
import { suggestConceptsRequest, suggestEditRequest } from '#contract/endpoints/suggestion-schemas.ts';
import { sendSupportMessageRequest } from '#contract/endpoints/support-schemas.ts';
import { translateTextsRequest } from '#contract/endpoints/translation-schemas.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import { createCutoutRequest, updateCutoutRequest } from '#contract/endpoints/finishing-schemas.ts';
import { createThumbnailRequest } from '#contract/endpoints/photo-requests.ts';
import { updateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';
import { SCHEMAS } from '../support/endpoint-schemas.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

type Parse = (text: string) => ReturnType<typeof z.safeParse>;
/** The name of a text in the messages, and what reads it. */
type Field = [name: string, Parse];

const message = { subject: 'Credits', message: 'Hello', requestIds: [] };
const edit = { userId: 'user', editId: ID, thumbnailId: ID, baseId: ID };
const recolor = { kind: 'recolor', find: 'the sky', prompt: 'red' };

/** Each text of a request that has several lines, by its endpoint and its place in the body. */
const MULTILINE: Record<string, Field> = {
  'generateThumbnail.prompt': [
    'prompt',
    (prompt) => z.safeParse(generateThumbnailRequest, { prompt, userId: 'user' }),
  ],
  'improvePrompt.prompt': ['prompt', (prompt) => z.safeParse(improvePromptRequest, { prompt })],
  'suggestConcepts.script': ['script', (script) => z.safeParse(suggestConceptsRequest, { script })],
  'suggestEdit.instruction': [
    'instruction',
    (instruction) => z.safeParse(suggestEditRequest, { thumbnailId: ID, instruction }),
  ],
  'translateTexts.texts[]': [
    'a text',
    (text) => z.safeParse(translateTextsRequest, { thumbnailId: ID, languages: ['de'], texts: [text] }),
  ],
  'sendSupportMessage.message': [
    'message',
    (text) => z.safeParse(sendSupportMessageRequest, { ...message, message: text }),
  ],
  'createEdit.operation.prompt': [
    'operation.prompt',
    (prompt) => z.safeParse(createEditRequest, { ...edit, operation: { ...recolor, prompt } }),
  ],
  'createEdit.operation.find': [
    'operation.find',
    (find) => z.safeParse(createEditRequest, { ...edit, operation: { ...recolor, find } }),
  ],
};

/** Each text of a request that is one line. */
const ONE_LINE: Record<string, Field> = {
  'createKey.name': ['name', (name) => z.safeParse(createKeyRequest, { name })],
  'createThumbnail.name': [
    'name',
    (name) => z.safeParse(createThumbnailRequest, { userId: 'user', referenceId: ID, thumbnailId: ID, name }),
  ],
  'updateThumbnail.name': ['name', (name) => z.safeParse(updateThumbnailRequest, { name })],
  'createCutout.name': [
    'name',
    (name) => z.safeParse(createCutoutRequest, { userId: 'user', referenceId: ID, cutoutId: ID, name }),
  ],
  'updateCutout.name': ['name', (name) => z.safeParse(updateCutoutRequest, { name })],
  'updateCutout.person': ['person', (person) => z.safeParse(updateCutoutRequest, { person })],
  'sendSupportMessage.subject': [
    'subject',
    (subject) => z.safeParse(sendSupportMessageRequest, { ...message, subject }),
  ],
  'saveBrand.brand.layouts[].name': [
    'layout.name',
    (name) => z.safeParse(layout, { id: ID, name, layers: [TEXT_LAYER] }),
  ],
};
const layerName: Field = [
  'layer.name',
  (name) => z.safeParse(design, { ...DESIGN, layers: [{ ...TEXT_LAYER, name }] }),
];

/** The texts that are compared, decoded or looked up, and not kept as the user wrote them. */
const NOT_KEPT = [
  'generateThumbnail.userId',
  'createThumbnail.userId',
  'createEdit.userId',
  'createCutout.userId',
  'createStripeCheckout.userId',
  'createStripeCheckout.priceId',
  'generateThumbnail.model',
  'listThumbnails.model',
  'listThumbnails.exceptModels',
  'listThumbnails.search',
  'listThumbnails.cursor',
  'listCreditHistory.cursor',
  'readVideoReference.url',
  'createEdit.operation.mask',
];

const negativePrompt: Parse = (text) =>
  z.safeParse(generateThumbnailRequest, { prompt: 'a', userId: 'user', negativePrompt: text });
const layerText: Parse = (text) => z.safeParse(design, { ...DESIGN, layers: [{ ...TEXT_LAYER, text }] });
const translatedText: Parse = (text) =>
  z.safeParse(design, { ...DESIGN, layers: [{ ...TEXT_LAYER, translations: { de: { text } } }] });

const multiline = Object.values(MULTILINE);
const lines = [...Object.values(ONE_LINE), layerName];

/** The reasons why a text is refused; none if it is accepted. */
const reasons = ({ error }: ReturnType<Parse>) => error?.issues.map((issue) => issue.message) ?? [];

describe.each<Field>([
  ...multiline,
  ['negativePrompt', negativePrompt],
  ['layer.text', layerText],
  ['translation.text', translatedText],
])('the text %s', (_, parse) => {
  it('has line feeds where the request has line breaks of Windows', () => {
    const { data } = parse('one\r\ntwo\r\n\r\nthree');

    expect(JSON.stringify(data)).toContain(JSON.stringify('one\ntwo\n\nthree'));
    expect(JSON.stringify(data)).not.toContain(String.raw`\r`);
  });
});

describe.each<Field>([...multiline, ...lines])('the text %s', (name, parse) => {
  it.each([
    ['a Hangul filler', '\u3164'],
    ['fillers of other widths', '\u115f\u1160\uffa0'],
    ['a blank Braille pattern', '\u2800'],
    ['joiners', '\u200d\u200c'],
    ['a variation selector', '\ufe0f'],
    ['several of them between blanks', '\u3164 \u2800 \ufe0f'],
    ['a combining mark', '\u0301'],
  ])('is refused if it is only %s', (_, text) => {
    expect(reasons(parse(text))).toEqual([`${name} must have a visible character`]);
  });

  it.each(['', ' ', '\u00a0\u3000'])('is refused as empty if it is %j', (text) => {
    expect(reasons(parse(text))).toEqual([`${name} must not be empty`]);
  });

  it.each(['a', '7', '城', 'ش', 'क्', '?', '+', '🏰', '❤️', '👩‍👩‍👧', '🇳🇴', '1️⃣', '\u3164가', '⠁'])(
    'may be %s',
    (text) => {
      expect(reasons(parse(text))).toEqual([]);
    },
  );
});

it('takes a negative prompt without a visible character as absent', () => {
  expect(negativePrompt('\u3164\u2800').data).toEqual({ prompt: 'a', userId: 'user' });
});

describe.each<Field>(lines)('the line %s', (name, parse) => {
  it.each([
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a line break', 'a\nb'],
    ['a line break of Windows', 'a\r\nb'],
  ])('is refused with %s', (_, text) => {
    expect(reasons(parse(text))).toEqual([`${name} must be one line`]);
  });

  it.each([
    ['a zero-width space', 'a\u200bb'],
    ['an override of the direction', 'invoice\u202efdp.exe'],
    ['an isolate', 'a\u2066b'],
    ['a byte order mark', 'a\ufeffb'],
    ['a soft hyphen', 'a\u00adb'],
    ['hidden tags', 'a\u{e0061}\u{e0062}'],
    ['hidden tags behind a flag', '\u{1f3f4}\u{e0061}\u{e0062}'],
  ])('is refused with %s', (_, text) => {
    expect(reasons(parse(text))).toEqual([`${name} must not contain invisible characters`]);
  });

  it.each(['👩‍👩‍👧 ❤️', 'می‌خواهم', 'क्‍ष', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Scotland'])(
    'may be %s',
    (text) => {
      expect(reasons(parse(text))).toEqual([]);
    },
  );
});

describe('a text of a request', () => {
  it('is in one of the lists above', () => {
    const requests = Object.entries<EndpointSchemas>(SCHEMAS).flatMap(([endpoint, { params, query, body }]) =>
      [params, query, body].map((schema) => [endpoint, schema] as const),
    );
    const texts = [...requests, ['layer', layer] as const].flatMap(([name, schema]) =>
      schema
        ? listTexts(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, name)
        : [],
    );
    const listed = [
      ...Object.keys(MULTILINE),
      ...Object.keys(ONE_LINE),
      ...NOT_KEPT,
      'generateThumbnail.negativePrompt',
      ...['layer.name', 'layer.text', 'layer.translations{}.text'],
    ];
    expect([...new Set(texts)].toSorted()).toEqual(listed.toSorted());
  });
});

/** The parts of a JSON schema that the schemas of requests have. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | false;
}

/**
 * Lists the texts of a schema that may have any words: no enumeration, no pattern and no format says more. The JSON schema of a design has no
 * layers, because their number is checked before they are read, so the test lists a layer beside the requests.
 */
function listTexts(schema: JsonSchema, path: string): string[] {
  const { type, properties = {}, additionalProperties, items, anyOf, oneOf, ...restrictions } = schema;
  const isFree = ['const', 'enum', 'pattern', 'format'].every((name) => !(name in restrictions));
  if (type === 'string') return isFree ? [path] : [];
  return [
    ...Object.entries(properties).flatMap(([name, value]) => listTexts(value, `${path}.${name}`)),
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((value) => listTexts(value, path)),
    ...(items ? listTexts(items, `${path}[]`) : []),
    ...(additionalProperties ? listTexts(additionalProperties, `${path}{}`) : []),
  ];
}
