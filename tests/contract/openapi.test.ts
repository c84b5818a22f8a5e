import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { buildOpenApi } from '#contract/endpoints/openapi.ts';
import { PUBLIC_ENDPOINTS } from '#contract/endpoints/public-api.ts';

const document = buildOpenApi();

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  // A copy as JSON, as the file is.
  const copy = JSON.parse(JSON.stringify(document)) as Parameters<typeof validator.validate>[0];

  const result = await validator.validate(copy);

  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('has each operation of the public API once', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  );

  expect(Object.fromEntries(operations)).toEqual(
    Object.fromEntries(
      Object.entries(PUBLIC_ENDPOINTS).map(([name, { method, path }]) => [name, `${method} ${path}`]),
    ),
  );
});

it('takes the fields of a request from its schema, without the fields that the key and the header replace', () => {
  const { requestBody, parameters } = document.paths['/v1/thumbnails']?.['post'] ?? {};
  const { properties = {}, required } = requestBody?.content['application/json'].schema ?? {};

  expect(Object.keys(properties as object)).toEqual([
    'prompt',
    'negativePrompt',
    'model',
    'reference',
    'setId',
  ]);
  expect(required).toEqual(['prompt']);
  expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }]);
});

it('names the codes of each status', () => {
  const { responses = {} } = document.paths['/v1/thumbnails']?.['post'] ?? {};

  expect(Object.keys(responses)).toEqual([
    '200',
    '202',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '422',
    '429',
    '500',
    '503',
    '504',
  ]);
  expect(responses['402']?.description).toBe(
    '`insufficient_credits`: Insufficient credits. Buy a credit pack to continue generating thumbnails.',
  );
  expect(responses['401']?.description).toBe(
    '`unauthorized`: This key is unknown or revoked. Without a code: the request has no key.',
  );
  expect(responses['403']?.description).toContain('`forbidden`: This account has been deleted.');
});
