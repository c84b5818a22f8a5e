import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createKeyRequest } from '#contract/endpoints/api-key-schemas.ts';
import { layout } from '#contract/design/brand.ts';
import { design } from '#contract/design/design.ts';
import { createEditRequest } from '#contract/endpoints/edit-requests.ts';
import { generateThumbnailRequest } from '#contract/endpoints/generation-schemas.ts';
import { improvePromptRequest } from '#contract/endpoints/schemas.ts';
import { suggestConceptsRequest, suggestEditRequest } from '#contract/endpoints/suggestion-schemas.ts';
import { sendSupportMessageRequest } from '#contract/endpoints/support-schemas.ts';
import { translateTextsRequest } from '#contract/endpoints/translation-schemas.ts';
import { updateCutoutRequest } from '#contract/endpoints/finishing-schemas.ts';
import { updateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

type Parse = (text: string) => ReturnType<typeof z.safeParse>;
type Field = [name: string, Parse];

const message = { subject: 'Credits', message: 'Hello', requestIds: [] };
const edit = { userId: 'user', editId: ID, thumbnailId: ID, baseId: ID };

/** Each text of a request that has several lines. */
const MULTILINE: Field[] = [
  ['prompt', (prompt) => z.safeParse(generateThumbnailRequest, { prompt, userId: 'user' })],
  ['prompt', (prompt) => z.safeParse(improvePromptRequest, { prompt })],
  ['script', (script) => z.safeParse(suggestConceptsRequest, { script })],
  ['instruction', (instruction) => z.safeParse(suggestEditRequest, { thumbnailId: ID, instruction })],
  [
    'a text',
    (text) => z.safeParse(translateTextsRequest, { thumbnailId: ID, languages: ['de'], texts: [text] }),
  ],
  ['message', (text) => z.safeParse(sendSupportMessageRequest, { ...message, message: text })],
  [
    'operation.prompt',
    (prompt) =>
      z.safeParse(createEditRequest, { ...edit, operation: { kind: 'recolor', find: 'the sky', prompt } }),
  ],
  [
    'operation.find',
    (find) =>
      z.safeParse(createEditRequest, { ...edit, operation: { kind: 'recolor', find, prompt: 'red' } }),
  ],
];

/** Each text of a request that is one line. */
const ONE_LINE: Field[] = [
  ['name', (name) => z.safeParse(createKeyRequest, { name })],
  ['name', (name) => z.safeParse(updateThumbnailRequest, { name })],
  ['name', (name) => z.safeParse(updateCutoutRequest, { name })],
  ['person', (person) => z.safeParse(updateCutoutRequest, { person })],
  ['subject', (subject) => z.safeParse(sendSupportMessageRequest, { ...message, subject })],
  ['layer.name', (name) => z.safeParse(design, { ...DESIGN, layers: [{ ...TEXT_LAYER, name }] })],
  ['layout.name', (name) => z.safeParse(layout, { id: ID, name, layers: [TEXT_LAYER] })],
];

const negativePrompt: Parse = (text) =>
  z.safeParse(generateThumbnailRequest, { prompt: 'a', userId: 'user', negativePrompt: text });
const layerText: Parse = (text) => z.safeParse(design, { ...DESIGN, layers: [{ ...TEXT_LAYER, text }] });

/** The reasons why a text is refused; none if it is accepted. */
const reasons = ({ error }: ReturnType<Parse>) => error?.issues.map((issue) => issue.message) ?? [];

describe.each<Field>([...MULTILINE, ['negativePrompt', negativePrompt], ['layer.text', layerText]])(
  'the text %s',
  (_, parse) => {
    it('has line feeds where the request has line breaks of Windows', () => {
      const { data } = parse('one\r\ntwo\r\n\r\nthree');

      expect(JSON.stringify(data)).toContain(JSON.stringify('one\ntwo\n\nthree'));
      expect(JSON.stringify(data)).not.toContain(String.raw`\r`);
    });
  },
);

describe.each<Field>([...MULTILINE, ...ONE_LINE])('the text %s', (name, parse) => {
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

describe.each<Field>(ONE_LINE)('the line %s', (name, parse) => {
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
