import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { editOperation } from '#contract/endpoints/edit-requests.ts';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '#contract/endpoints/endpoints.ts';
import { modelPool } from '#contract/model-pool.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import { generateThumbnailRequest } from '#contract/endpoints/generation-schemas.ts';
import { listThumbnailsRequest } from '#contract/endpoints/schemas.ts';
import { readThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { SCHEMAS } from '../support/endpoint-schemas.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The reasons why a value is refused; none if it is accepted. */
function reasons(schema: z.core.$ZodType, value: unknown): string[] {
  const { error } = z.safeParse(schema, value);
  return error?.issues.map(({ message }) => message) ?? [];
}

it.each(['left', 'right', 'up', 'down'])('an image may be extended only to this side: %s', (side) => {
  const operation = { kind: 'fill', left: 0, right: 0, up: 0, down: 0 };

  expect(reasons(editOperation, { ...operation, [side]: 1 })).toEqual([]);
  expect(reasons(editOperation, operation)).toEqual(['operation must have a margin above 0']);
});

it('a mask may have 48 KB as base64, and no byte more', () => {
  const erase = (bytes: number) => ({ kind: 'erase', mask: Buffer.alloc(bytes).toString('base64') });

  expect(reasons(editOperation, erase(49_152))).toEqual([]);
  expect(reasons(editOperation, erase(49_153))).toEqual(['operation.mask must be at most 48 KB']);
});

describe('generateThumbnailRequest', () => {
  const valid = { prompt: 'a castle', userId: 'user' };
  const schema = generateThumbnailRequest;

  it.each<[string, object]>([
    ['only the required fields', {}],
    ['all fields', { negativePrompt: 'blurry', generationId: ID, model: 'first', setId: ID }],
    ...[
      { kind: 'video' },
      { kind: 'video', videoId: 'dQw4w9WgXcQ', fidelity: 0 },
      { kind: 'image', id: ID, use: 'style', fidelity: 1 },
      { kind: 'image', id: ID, use: 'layout' },
      { kind: 'thumbnail', id: ID, use: 'layout', fidelity: 0.4 },
    ].map((reference): [string, object] => [`the reference ${JSON.stringify(reference)}`, { reference }]),
    ['newline and tab in the prompt', { prompt: 'a\n\tcastle' }],
    ['2,000 code points', { prompt: '🏰'.repeat(2_000) }],
    ['a negative prompt of 2,000 code points', { negativePrompt: '🏰'.repeat(2_000) }],
  ])('accepts %s unchanged', (_, changes) => {
    expect(z.parse(schema, { ...valid, ...changes })).toEqual({ ...valid, ...changes });
  });

  it.each<[string, object, object]>([
    ['white space around the prompt', { prompt: '\n a castle\t' }, {}],
    ['an unknown field', { cost: 0 }, {}],
    ['a blank negative prompt', { negativePrompt: ' \n ' }, {}],
    ['the capitals of an id', { generationId: ID.toUpperCase() }, { generationId: ID }],
  ])('removes %s', (_, changes, read) => {
    expect(z.parse(schema, { ...valid, ...changes })).toEqual({ ...valid, ...read });
  });

  it.each<[string, object, string]>([
    ['no prompt', { prompt: undefined }, 'prompt must be text'],
    ['a prompt of null', { prompt: null }, 'prompt must be text'],
    ['an empty prompt', { prompt: ' ' }, 'prompt must not be empty'],
    ['a prompt of Unicode spaces', { prompt: '\u00a0\u3000' }, 'prompt must not be empty'],
    ['2,001 emoji', { prompt: '🏰'.repeat(2_001) }, 'prompt must be at most 2000 characters'],
    ...['\u0000', '\u001b', '\r', '\u007f', '\u0085'].map((character): [string, object, string] => [
      `the control character ${JSON.stringify(character)}`,
      { prompt: `a${character}b` },
      'prompt must not contain control characters',
    ]),
    ['a lone high surrogate', { prompt: 'a\ud83c' }, 'prompt must be valid Unicode'],
    ['a lone low surrogate', { prompt: '\udff0a' }, 'prompt must be valid Unicode'],
    ['a negative prompt of null', { negativePrompt: null }, 'negativePrompt must be text'],
    ['a bell', { negativePrompt: '\u0007' }, 'negativePrompt must not contain control characters'],
    ['half a character', { negativePrompt: '\ud83c' }, 'negativePrompt must be valid Unicode'],
    [
      '2,001 bells only for their number',
      { negativePrompt: '\u0007'.repeat(2_001) },
      'negativePrompt must be at most 2000 characters',
    ],
    ...['', `${ID}/x`, `{${ID}}`, ID.replaceAll('-', ''), null].map(
      (generationId): [string, object, string] => [
        `the id ${generationId}`,
        { generationId },
        'generationId must be a UUID',
      ],
    ),
    ['a set without a UUID', { setId: 'set' }, 'setId must be a UUID'],
    ['no userId', { userId: undefined }, 'userId must be text'],
    ['an empty userId', { userId: '' }, 'userId must not be empty'],
    ['a model that is not text', { model: {} }, 'model must be text'],
  ])('refuses %s with the reason', (_, changes, why) => {
    expect(reasons(schema, { ...valid, ...changes })).toEqual([why]);
  });

  it.each<[unknown, string]>([
    ['', 'must be an object whose kind is video, image or thumbnail'],
    [{ kind: 'channel' }, 'must be an object whose kind is video, image or thumbnail'],
    [{ kind: 'video', url: 'https://example.com' }, 'has an unknown field: url'],
    [{ kind: 'image', id: ID, use: 'style', videoId: 'dQw4w9WgXcQ' }, 'has an unknown field: videoId'],
    [{ kind: 'video', videoId: 'short' }, 'videoId must be the id of a video'],
    [{ kind: 'video', fidelity: '1' }, 'fidelity must be a number'],
    [{ kind: 'video', fidelity: -0.1 }, 'fidelity must be at least 0'],
    [{ kind: 'image', id: ID, use: 'style', fidelity: 1.1 }, 'fidelity must be at most 1'],
    [{ kind: 'image', use: 'style' }, 'id must be a UUID'],
    [{ kind: 'image', id: ID }, 'use must be style or layout'],
    [{ kind: 'thumbnail', use: 'style' }, 'id must be a UUID'],
    [{ kind: 'thumbnail', id: ID }, 'use must be style or layout'],
    [{ kind: 'thumbnail', id: ID, use: 'style', version: ID }, 'has an unknown field: version'],
  ])('refuses the reference %j, because it %s', (reference, why) => {
    const [reason, ...more] = reasons(schema, { ...valid, reference });

    expect(reason?.replace(/^reference[ .]/, '')).toBe(why);
    expect(more).toEqual([]);
  });

  it.each([[[]], ['a castle'], [null]])('refuses %j as a body', (value) => {
    expect(reasons(schema, value)).toEqual(['the body must be a JSON object']);
  });
});

describe('listThumbnailsRequest', () => {
  it.each([
    [{}, {}],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '100' }, { limit: 100 }],
    [{ cursor: 'a'.repeat(500) }, { cursor: 'a'.repeat(500) }],
    ...['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.0004Z'].map(
      (time): [object, object] => [
        { from: time, to: time },
        { from: '2026-11-21T09:00:00.000Z', to: '2026-11-21T09:00:00.000Z' },
      ],
    ),
  ])('accepts %j', (value, read) => {
    expect(z.parse(listThumbnailsRequest, value)).toEqual(read);
  });

  it.each([
    [{ limit: '0' }, ['limit must be at least 1']],
    [{ limit: '101' }, ['limit must be at most 100']],
    [{ limit: ' 1' }, ['limit must be a whole number']],
    [{ limit: '0x10' }, ['limit must be a whole number']],
    [{ limit: '1e1' }, ['limit must be a whole number']],
    [{ limit: '' }, ['limit must be a whole number']],
    [{ limit: '-1' }, ['limit must be a whole number']],
    [{ limit: '1.5' }, ['limit must be a whole number']],
    [{ limit: '99999' }, ['limit must be a whole number']],
    [{ cursor: 'a'.repeat(501) }, ['cursor must be at most 500 characters']],
    [{ from: '2026-02-30T09:00:00Z' }, ['from must be a time in ISO 8601, UTC']],
    [{ to: '2026-11-21T09:00:00+01:00' }, ['to must be a time in ISO 8601, UTC']],
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

it('gives no two endpoints the same route', () => {
  expect(new Set(ENDPOINT_NAMES.map(routeKey)).size).toBe(ENDPOINT_NAMES.length);
});

it.each(ENDPOINT_NAMES)('describes the path of %s under /api as API Gateway writes it', (name) => {
  expect(ENDPOINTS[name].path).toMatch(/^\/api(\/([a-z-]+|\{[a-z]+\}))+$/);
});

it.each(ENDPOINT_NAMES)('has a parameter schema for %s exactly where its path has parameters', (name) => {
  const schemas: EndpointSchemas = SCHEMAS[name];
  expect(schemas.params !== undefined).toBe(ENDPOINTS[name].path.includes('{'));
});

it.each(ENDPOINT_NAMES)('gives %s a body schema only where its method has a body', (name) => {
  const schemas: EndpointSchemas = SCHEMAS[name];
  if (schemas.body !== undefined) expect(['POST', 'PUT', 'PATCH']).toContain(ENDPOINTS[name].method);
});

const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 };

describe('the schema of the model pool', () => {
  it.each([
    ['one model', [model]],
    ['two models', [model, { ...model, id: 'two' }]],
    ['an expensive model', [{ ...model, cost: 100 }]],
    ['a region of several words', [{ ...model, region: 'us-gov-west-1' }]],
  ])('accepts a pool with %s', (_, pool) => {
    expect(z.parse(modelPool, pool)).toEqual(pool);
  });

  it.each([
    ['no models', [], '', 'the pool needs at least one model'],
    ['a model twice', [model, { ...model, label: 'Again' }], '', 'a model id appears twice'],
    ['a free model', [{ ...model, cost: 0 }], '0.cost', 'cost must be at least 1'],
    ['a negative cost', [{ ...model, cost: -1 }], '0.cost', 'cost must be at least 1'],
    ['half a credit', [{ ...model, cost: 0.5 }], '0.cost', 'cost must be a whole number'],
    [
      'an invalid region',
      [model, { ...model, id: 'two', region: 'Oregon' }],
      '1.region',
      'region must be an AWS region',
    ],
  ])('refuses a pool with %s and names the field and the reason', (_, pool, path, message) => {
    const { error } = z.safeParse(modelPool, pool);

    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toContainEqual([
      path,
      message,
    ]);
  });

  it.each([
    ['without an id', { ...model, id: '' }, '0.id'],
    ['without a label', { ...model, label: '' }, '0.label'],
    ['of an unknown schema', { ...model, schema: 'other' }, '0.schema'],
    ['that is not an object', 'one', '0'],
  ])('refuses a pool with a model %s and names the field', (_, wrong, path) => {
    const { error } = z.safeParse(modelPool, [wrong]);

    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
