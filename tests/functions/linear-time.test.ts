import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeAll, expect, it } from 'vitest';
import { toJSONSchema } from 'zod';
import * as z from 'zod/mini';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import { saveDesignRequest } from '#contract/endpoints/finishing-schemas.ts';
import { grantRequest } from '#contract/operators.ts';
import { readVideoReferenceRequest } from '#contract/endpoints/reference-requests.ts';
import { generateThumbnailRequest } from '#contract/endpoints/generation-schemas.ts';
import { improvePromptRequest, listThumbnailsRequest } from '#contract/endpoints/schemas.ts';
import { updateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { parseVideoReference } from '#contract/video-reference.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { toCanonicalMailbox, toWelcomeMailbox } from '../../functions/accounts/canonical-mailbox.ts';
import { hasDisposableDomain } from '../../functions/accounts/email-domain.ts';
import { rewriteIdea } from '../../functions/api/improve-prompt.ts';
import { handler as stripeWebhook } from '../../functions/api/stripe-webhook.ts';
import { textName, updateLayer } from '../../web/src/features/finish/editor/edit-design.ts';
import { countCharacters } from '../../web/src/features/generator/model/prompt-length.ts';
import { readScript } from '../../web/src/features/generator/model/read-script.ts';
import { isEmailAddress, normalizeCode } from '../../web/src/lib/email.ts';
import { slug } from '../../web/src/lib/export/file-name.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';
import { SCHEMAS } from '../support/endpoint-schemas.ts';
import { bedrock } from './support/cloud.ts';
import { call } from './support/event.ts';

/** Length of each text, in UTF-16 code units: about half of the largest body that the API reads. */
const LENGTH = 30_000;
/** Factor by which the text is shorter with which a slow call is compared. */
const SHARE = 8;
/** The shorter text takes an eighth of linear time, and a 64th of quadratic time. */
const MAX_RATIO = 24;
/** Limit in ms of processor time. A faster call is linear: a quadratic pattern takes a second. */
const FAST = 50;
/** The fastest call counts, because the others may compile code or collect garbage. */
const ROUNDS = 5;

/** The characters in the patterns of all functions below, and one of each class that the patterns name. */
const CHARACTERS = [
  ...Array.from('([{<"\'“‘«)]}>”’».,;:!?…/\\#@%+-_=·a1é日\u0301\u0000\t\n \u00a0\u2028\ud800'),
  // Marks whose order normalization changes.
  '\u0301\u0323',
  '%CC%81%CC%A3',
];
/** The ends of the texts: no end, and ends that make a match fail. */
const ENDS = ['', 'a', ' ', '\u0000'];

interface Row {
  run: (text: string) => unknown;
  /** Texts that a pattern of the function repeats or may find in the middle. */
  parts?: string[];
  /** Texts before the part that a pattern of the function repeats. */
  starts?: string[];
}

const links = {
  parts: [
    'http',
    'https:',
    'https:/',
    'www.',
    'youtu',
    'youtu.be/',
    'youtube.com/@',
    'x ',
    '/?',
    '?#',
    '?v=',
    ...[
      '://',
      '[',
      '](',
      '<a ',
      '<a',
      '[url=',
      '_',
      'a.',
      'ytimg.',
      '%3a',
      '@',
      '"',
      'youtu.be/@é',
      '[x](',
      ' » «',
    ],
  ],
  starts: [
    ...['<a href="https://youtu.be/aaaaaaaaaaa', '[x](https://youtu.be/aaaaaaaaaaa', 'https%3a%2f', '_'],
    ...['https://youtu.be/', 'youtube.com/@', 'youtube.com/watch?v=', 'youtu.be/?', 'youtu.be/#'],
  ],
};
const mailbox = {
  parts: ['a.', 'yahoo.', '.fastmail.com', '(', '\\'],
  starts: ['a@', 'a@yahoo.', 'a@gmail.com.', '@'],
};
const layer = (text: string) => ({ ...TEXT_LAYER, id: text, text, color: text, font: text });

/** The patterns in the schemas of all requests, also of an endpoint that this file does not name. */
const PATTERNS = new Set<string>();
for (const { params, query, body } of Object.values<EndpointSchemas>(SCHEMAS)) {
  for (const schema of [params, query, body]) {
    if (schema === undefined) continue;
    JSON.stringify(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') PATTERNS.add(value);
      return value;
    });
  }
}

/** The letters, digits and signs of a pattern: what it may repeat. */
const listCharacters = (pattern: string) => [...new Set(pattern)];

/** Every function that applies patterns to a text of a user. */
const FUNCTIONS: Record<string, Row> = {
  parseVideoReference: { run: parseVideoReference, ...links },
  generateThumbnailRequest: {
    run: (text) => {
      const fields = { prompt: text, userId: text, negativePrompt: text, generationId: text, model: text };
      const references = [
        { kind: 'video', videoId: text },
        { kind: 'image', id: text, use: text },
      ];
      references.map((reference) => z.safeParse(generateThumbnailRequest, { ...fields, reference }));
    },
  },
  improvePromptRequest: {
    run: (prompt) => z.safeParse(improvePromptRequest, { prompt }),
    parts: links.parts,
  },
  readVideoReferenceRequest: { run: (url) => z.safeParse(readVideoReferenceRequest, { url }) },
  listThumbnailsRequest: { run: (text) => z.safeParse(listThumbnailsRequest, { limit: text, cursor: text }) },
  saveDesignRequest: {
    run: (text) =>
      z.safeParse(saveDesignRequest, { design: { ...DESIGN, layers: [layer(text)] }, version: 0 }),
    parts: ['#', 'ab'],
  },
  ...Object.fromEntries(
    [...PATTERNS].map((pattern): [string, Row] => {
      const expression = new RegExp(pattern);
      return [
        `the pattern ${pattern}`,
        { run: (text) => expression.test(text), parts: listCharacters(pattern) },
      ];
    }),
  ),
  grantRequest: { run: (text) => z.safeParse(grantRequest, { userId: text, grantId: text, why: text }) },
  rewriteIdea: {
    run: (text) => {
      bedrock
        .reset()
        .on(ConverseCommand)
        .resolves({
          stopReason: 'end_turn',
          output: { message: { role: 'assistant', content: [{ text }] } },
        });
      return rewriteIdea('a castle').catch(() => undefined);
    },
    parts: ['\r\n', '" '],
    starts: ['"'],
  },
  'the signature of stripeWebhook': {
    run: (text) => call(stripeWebhook, { body: '{}', headers: { 'stripe-signature': text } }),
    parts: ['t=1,', 'v1=', 'v1=a,', ',v1=aaaa'],
    starts: ['t=', 't=1,', 't=1,v1='],
  },
  toCanonicalMailbox: { run: toCanonicalMailbox, ...mailbox },
  toWelcomeMailbox: { run: toWelcomeMailbox, ...mailbox },
  hasDisposableDomain: { run: hasDisposableDomain, ...mailbox },
  isEmailAddress: { run: isEmailAddress, ...mailbox },
  normalizeCode: { run: normalizeCode },
  readScript: {
    run: (text) => readScript(`0:01\n${text}`),
    parts: ['<', '{\\', '&#', '&amp', '1\n', '-->'],
  },
  countCharacters: { run: countCharacters },
  hasVisibleCharacter: { run: hasVisibleCharacter, parts: ['\u3164', '\u2800', '\u200d'] },
  updateThumbnailRequest: {
    run: (name) => z.safeParse(updateThumbnailRequest, { name }),
    parts: ['\u{1f3f4}', '\u{1f3f4}\u{e0067}', '\u{1f3f4}\u{e0067}\u{e007f}', '\u200d'],
  },
  slug: { run: slug, parts: [...links.parts, "a'", 'a-'], starts: ['https:', 'https:a '] },
  updateLayer: { run: (text) => updateLayer(DESIGN, TEXT_LAYER.id, { text }) },
  textName: { run: (text) => textName({ ...TEXT_LAYER, text }), parts: ['a ', '\r\n'] },
};

/** Measures the processor time of the fastest of some calls, in ms. Stops after a call that is fast enough. */
async function measure(run: () => unknown, enough: number): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < ROUNDS && fastest >= enough; round += 1) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

/** Compares a slow call with a call for a shorter text, because a slow machine makes both slow. */
async function isLinear(run: (length: number) => unknown, fast = FAST): Promise<boolean> {
  const long = await measure(() => run(LENGTH), fast);
  if (long < fast) return true;
  return long / (await measure(() => run(LENGTH / SHARE), 0)) < MAX_RATIO;
}

beforeAll(() => hasDisposableDomain(''));

it.each([
  ['linear', 1, true],
  ['quadratic', 2, false],
])('recognizes %s time', async (_, power, expected) => {
  const run = (length: number) => {
    const steps = 40_000_000 * (length / LENGTH) ** power;
    let sum = 0;
    for (let step = 0; step < steps; step += 1) sum += step % 7;
    return sum;
  };

  expect(await isLinear(run, 0)).toBe(expected);
});

it.each(Object.entries(FUNCTIONS))(
  '%s takes linear time for 30 kB of any repeated character or part',
  async (_, { run, parts = [], starts = [] }) => {
    for (const start of ['', ...starts]) {
      for (const part of [...CHARACTERS, ...parts]) {
        for (const end of ENDS) {
          const runAt = (length: number) => run(start + part.repeat(length / part.length) + end);
          expect(await isLinear(runAt), JSON.stringify([start, part, end])).toBe(true);
        }
      }
    }
  },
);
