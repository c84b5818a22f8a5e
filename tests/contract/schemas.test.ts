import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  generateThumbnailRequest,
  generateThumbnailResponse,
  listThumbnailsRequest,
  listThumbnailsResponse,
  readCreditsResponse,
  readThumbnailRequest,
  readThumbnailResponse,
  thumbnailSummary,
} from '../../contract/schemas.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The reasons why a value is refused; none if it is accepted. */
function reasons(schema: z.core.$ZodType, value: unknown): string[] {
  const { error } = z.safeParse(schema, value);
  return error?.issues.map(({ message }) => message) ?? [];
}

describe('generateThumbnailRequest', () => {
  const valid = { prompt: 'a castle', userId: 'user' };
  const schema = generateThumbnailRequest;

  it.each([
    ['only the required fields', valid, valid],
    [
      'all fields',
      { ...valid, negativePrompt: 'blurry', generationId: ID, model: 'first' },
      { ...valid, negativePrompt: 'blurry', generationId: ID, model: 'first' },
    ],
    ['white space around the prompt, which is removed', { ...valid, prompt: '\n a castle\t' }, valid],
    [
      'newline and tab in the prompt',
      { ...valid, prompt: 'a\n\tcastle' },
      { ...valid, prompt: 'a\n\tcastle' },
    ],
    [
      'an id in capitals, which becomes lower case',
      { ...valid, generationId: ID.toUpperCase() },
      { ...valid, generationId: ID },
    ],
    ['an unknown field, which is removed', { ...valid, cost: 0 }, valid],
    ['2,000 code points', { ...valid, prompt: '🏰'.repeat(2_000) }, { ...valid, prompt: '🏰'.repeat(2_000) }],
    [
      'a negative prompt of 2,000 code points',
      { ...valid, negativePrompt: '🏰'.repeat(2_000) },
      { ...valid, negativePrompt: '🏰'.repeat(2_000) },
    ],
  ])('accepts %s', (_, value, read) => {
    expect(z.parse(schema, value)).toEqual(read);
  });

  it.each([
    ['no prompt', { userId: 'user' }, ['prompt must be text']],
    ['an empty prompt', { ...valid, prompt: ' ' }, ['prompt must not be empty']],
    ['a long prompt', { ...valid, prompt: 'a'.repeat(2_001) }, ['prompt must be at most 2000 characters']],
    ['a prompt of null', { ...valid, prompt: null }, ['prompt must be text']],
    ['a prompt of Unicode spaces', { ...valid, prompt: '\u00a0\u3000' }, ['prompt must not be empty']],
    ['2,001 emoji', { ...valid, prompt: '🏰'.repeat(2_001) }, ['prompt must be at most 2000 characters']],
    ...['\u0000', '\u001b', '\r', '\u007f', '\u0085'].map((character): [string, unknown, string[]] => [
      `the control character ${JSON.stringify(character)}`,
      { ...valid, prompt: `a${character}b` },
      ['prompt must not contain control characters'],
    ]),
    ['a lone high surrogate', { ...valid, prompt: 'a\ud83c' }, ['prompt must be valid Unicode']],
    ['a lone low surrogate', { ...valid, prompt: '\udff0a' }, ['prompt must be valid Unicode']],
    ['a negative prompt of null', { ...valid, negativePrompt: null }, ['negativePrompt must be text']],
    [
      'a control character in the negative prompt',
      { ...valid, negativePrompt: '\u0007' },
      ['negativePrompt must not contain control characters'],
    ],
    [
      'a lone surrogate in the negative prompt',
      { ...valid, negativePrompt: '\ud83c' },
      ['negativePrompt must be valid Unicode'],
    ],
    ['an id with a suffix', { ...valid, generationId: `${ID}/x` }, ['generationId must be a UUID']],
    ['an empty id', { ...valid, generationId: '' }, ['generationId must be a UUID']],
    ['an id of null', { ...valid, generationId: null }, ['generationId must be a UUID']],
    [
      'a long negative prompt',
      { ...valid, negativePrompt: 'a'.repeat(2_001) },
      ['negativePrompt must be at most 2000 characters'],
    ],
    ['no userId', { prompt: 'a castle' }, ['userId must be text']],
    ['an empty userId', { ...valid, userId: '' }, ['userId must not be empty']],
    ['an id with braces', { ...valid, generationId: `{${ID}}` }, ['generationId must be a UUID']],
    [
      'an id without dashes',
      { ...valid, generationId: ID.replaceAll('-', '') },
      ['generationId must be a UUID'],
    ],
    ['a model that is not text', { ...valid, model: {} }, ['model must be text']],
    ['a list', [], ['the body must be a JSON object']],
    ['a text', 'a castle', ['the body must be a JSON object']],
    ['null', null, ['the body must be a JSON object']],
  ])('refuses %s with the reason', (_, value, why) => {
    expect(reasons(schema, value)).toEqual(why);
  });
});

describe('listThumbnailsRequest', () => {
  it.each([
    [{}, {}],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '100' }, { limit: 100 }],
    [{ cursor: 'a'.repeat(500) }, { cursor: 'a'.repeat(500) }],
  ])('accepts %j', (value, read) => {
    expect(z.parse(listThumbnailsRequest, value)).toEqual(read);
  });

  it.each([
    [{ limit: '0' }, ['limit must be at least 1']],
    [{ limit: '101' }, ['limit must be at most 100']],
    [{ limit: ' 1' }, ['limit must be a whole number']],
    [{ limit: '0x10' }, ['limit must be a whole number']],
    [{ limit: '' }, ['limit must be a whole number']],
    [{ limit: '-1' }, ['limit must be a whole number']],
    [{ limit: '1.5' }, ['limit must be a whole number']],
    [{ limit: '99999' }, ['limit must be a whole number']],
    [{ cursor: 'a'.repeat(501) }, ['cursor must be at most 500 characters']],
  ])('refuses %j with the reason %j', (value, why) => {
    expect(reasons(listThumbnailsRequest, value)).toEqual(why);
  });
});

describe('readThumbnailRequest', () => {
  it.each([
    [{ id: ID }, []],
    [{ id: ID.toUpperCase() }, []],
    [{ id: 'x' }, ['id must be a UUID']],
    [{}, ['id must be a UUID']],
  ])('checks that %j contains a UUID: %j', (value, why) => {
    expect(reasons(readThumbnailRequest, value)).toEqual(why);
  });
});

describe('the response schemas', () => {
  const incomplete = { id: ID, url: 'https://x', prompt: 'a castle', createdAt: '2026-11-21T09:00:00.000Z' };
  const summary = { ...incomplete, model: 'first' };

  it.each<[string, z.core.$ZodType, unknown]>([
    ['a generation', generateThumbnailResponse, { imageURL: 'https://x', generationId: ID }],
    ['a balance', readCreditsResponse, { credits: 0 }],
    ['a summary', thumbnailSummary, summary],
    ['a list', listThumbnailsResponse, { thumbnails: [summary] }],
    ['a list with a cursor', listThumbnailsResponse, { thumbnails: [], cursor: 'x' }],
    ['a pending generation', readThumbnailResponse, { id: ID, status: 'pending' }],
    ['a succeeded generation', readThumbnailResponse, { id: ID, status: 'succeeded', url: 'https://x' }],
    [
      'a failed generation',
      readThumbnailResponse,
      { id: ID, status: 'failed', error: 'why', code: 'internal' },
    ],
  ])('accept %s', (_name, schema, value) => {
    expect(z.parse(schema, value)).toEqual(value);
  });

  it.each<[string, z.core.$ZodType, unknown]>([
    ['a generation without a URL', generateThumbnailResponse, { generationId: ID }],
    ['a balance as text', readCreditsResponse, { credits: '3' }],
    ['a summary without its model', thumbnailSummary, incomplete],
    ['a list without thumbnails', listThumbnailsResponse, {}],
    ['an unknown status', readThumbnailResponse, { id: ID, status: 'done' }],
  ])('refuse %s', (_name, schema, value) => {
    expect(reasons(schema, value)).not.toEqual([]);
  });
});
