import { beforeEach, describe, expect, it } from 'vitest';
import { readCreditsSchemas } from '#contract/endpoints/schemas.ts';
import { apiHandler, apiRouter } from '../../../../functions/api/http/api-handler.ts';
import { SCHEMAS } from '../../../support/endpoint-schemas.ts';
import type { ApiEvent } from '../../../../functions/api/http/parse.ts';
import { USER_ENDPOINTS, VALID_REQUESTS } from '../../../support/valid-requests.ts';
import { callsMade, cloudWorks, transactions } from '../../support/cloud.ts';
import {
  call,
  INTERNAL_ERROR_BODY,
  lambdaContext,
  invalidRequest,
  REQUEST_ID,
  USER,
} from '../../support/event.ts';
import { generate, REQUEST } from '../../support/generation.ts';

const storedPrompt = () => transactions()[0]?.[0]?.Put?.Item?.['prompt'] as unknown;
const sendBody = (body: unknown, isBase64Encoded = false) => generate({}, { body, isBase64Encoded });

/** A body of this size in bytes, whose characters have two bytes each in UTF-8. */
function bodyOfBytes(size: number): string {
  const empty = JSON.stringify({ ...REQUEST, padding: '' });
  const rest = size - empty.length;
  return JSON.stringify({ ...REQUEST, padding: 'é'.repeat(rest >> 1) + 'x'.repeat(rest % 2) });
}

beforeEach(cloudWorks);

describe('a request is refused with 400 and the reason, before any call to AWS', () => {
  it.each<[string, unknown, string, string?]>([
    ['a field is invalid', { userId: USER }, 'prompt must be text', 'prompt'],
    [
      'two fields are invalid',
      { userId: 1, prompt: 2 },
      'prompt must be text; userId must be text',
      'prompt',
    ],
    [
      'the model is unknown',
      { ...REQUEST, model: 'third' },
      'model must be one of first, second, dear',
      'model',
    ],
    ['there is no body', undefined, 'the body must be JSON'],
    ['the body is not complete', '{"prompt": "a castle"', 'the body must be JSON'],
    ['the body is a form', 'prompt=a+castle', 'the body must be JSON'],
    ['the body is a list', [REQUEST], 'the body must be a JSON object'],
    ['the body is null', 'null', 'the body must be a JSON object'],
    ['the body has 64 KB and one byte', 'x'.repeat(64 * 1024 + 1), 'the body must be at most 64 KB'],
    [
      'the body has 64 KB and one byte in fewer characters',
      bodyOfBytes(64 * 1024 + 1),
      'the body must be at most 64 KB',
    ],
  ])('when %s', async (_, body, problem, field) => {
    const answer = await sendBody(body);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(invalidRequest(problem, field));
    expect(callsMade()).toEqual([]);
  });

  it.each([
    ['a byte of Latin-1', [0xe9]],
    ['bytes that UTF-8 never has', [0xff, 0xfe]],
    ['half a character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('when its body has %s, as text and in base64', async (_, bytes) => {
    const [start = '', end = ''] = JSON.stringify({ ...REQUEST, prompt: 'caf|' }).split('|');
    const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
    const refused = { status: 400, body: invalidRequest('the body must be valid UTF-8') };

    expect(await sendBody(body.toString('base64'), true)).toMatchObject(refused);
    // API Gateway passes JSON as text, with a replacement character in place of each invalid byte.
    const headers = { 'content-length': String(body.length) };
    expect(await generate({}, { body: body.toString(), headers })).toMatchObject(refused);
    expect(callsMade()).toEqual([]);
  });

  it.each(['\u3164', '\u2800 \u2800', '\u200d\ufe0f'])(
    'when its prompt %j has no visible character',
    async (prompt) => {
      expect(await generate({ prompt })).toMatchObject({
        status: 400,
        body: invalidRequest('prompt must have a visible character', 'prompt'),
      });
      expect(callsMade()).toEqual([]);
    },
  );

  it('when a base64 body has more than 64 KB after decoding', async () => {
    const body = Buffer.from(bodyOfBytes(64 * 1024 + 1)).toString('base64');

    expect(await sendBody(body, true)).toMatchObject({
      status: 400,
      body: { error: 'the body must be at most 64 KB' },
    });
  });
});

/** JSON of lists in each other: more than a recursive function can follow, and less than a saved design may have. */
const NESTED = '['.repeat(8_000) + ']'.repeat(8_000);

const bodyFields = USER_ENDPOINTS.flatMap((name) => {
  const { body } = VALID_REQUESTS[name](USER, 'price');
  const fields = new Set<string>();
  JSON.stringify(body, (field, value: unknown) => (fields.add(field), value));
  return body === undefined ? [] : Array.from(fields, (field) => [name, field, body] as const);
});

it.each(bodyFields)(
  '%s refuses nested lists with 400 as the field “%s” of its body',
  async (name, field, body) => {
    const handler = apiHandler(name, SCHEMAS[name], () =>
      Promise.reject(new Error('The operation was called.')),
    );
    const text = JSON.stringify(body, (key, value: unknown) => (key === field ? '{nested}' : value));

    const answer = await call(handler, { body: text.replace('"{nested}"', NESTED), path: { id: USER } });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  },
);

describe('a request is accepted', () => {
  it('when its body has exactly 64 KB', async () => {
    const body = bodyOfBytes(64 * 1024);

    expect(Buffer.byteLength(body)).toBe(64 * 1024);
    expect(await sendBody(body)).toMatchObject({ status: 200 });
  });

  it('when its valid body contains a replacement character', async () => {
    const body = JSON.stringify({ ...REQUEST, prompt: 'a \ufffd castle' });
    const headers = { 'content-length': String(Buffer.byteLength(body)) };

    expect(await generate({}, { body, headers })).toMatchObject({ status: 200 });
    expect(storedPrompt()).toBe('a \ufffd castle');
  });

  it.each(['un château', '🏰'.repeat(2_000), 'a castle\n\twide', 'קסטלה e\u0301 👩‍👩‍👧'])(
    'with the prompt %.20s unchanged, also in base64',
    async (prompt) => {
      expect(await generate({ prompt })).toMatchObject({ status: 200 });
      expect(storedPrompt()).toBe(prompt);

      cloudWorks();
      const body = Buffer.from(JSON.stringify({ ...REQUEST, prompt })).toString('base64');
      expect(await sendBody(body, true)).toMatchObject({ status: 200 });
      expect(storedPrompt()).toBe(prompt);
    },
  );
});

describe('the caller of an endpoint', () => {
  it.each([
    ['there is no authorizer', undefined],
    ['there are no claims', {}],
    ['the sub is empty', { sub: '' }],
    ['there is no sub', { username: USER }],
  ])('is refused with 401 when %s', async (_, claims) => {
    const answer = await generate({}, { claims });

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', requestId: REQUEST_ID } });
    expect(callsMade()).toEqual([]);
  });

  it("is refused with 403 when the body contains another user's id", async () => {
    const answer = await generate({ userId: 'a51d0a2e-0000-4000-8000-000000000000' });

    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', requestId: REQUEST_ID } });
    expect(callsMade()).toEqual([]);
  });

  it.each([
    ['the address when it is verified', { email_verified: 'true' }, 'creator@example.com'],
    ['no address when it is not verified', { email_verified: 'false' }, undefined],
    ['no address when the claim is absent', {}, undefined],
  ])('has %s', async (_, claim, email) => {
    let received: unknown;
    const handler = apiHandler('readCredits', readCreditsSchemas, (caller) => {
      received = [caller.userId, caller.email];
      return Promise.resolve({ credits: 0 });
    });

    await call(handler, { claims: { sub: USER, email: 'creator@example.com', ...claim } });

    expect(received).toEqual([USER, email]);
  });
});

describe('the response of an endpoint', () => {
  const failWith = (error: unknown) =>
    call(
      apiHandler('readCredits', readCreditsSchemas, () => {
        throw error;
      }),
    );

  it.each([new Error('secret'), Object.assign(new Error('secret'), { code: 'not_found' }), 'secret'])(
    'contains no text of an unexpected error and is not cached (%s)',
    async (error) => {
      const { status, headers, body } = await failWith(error);

      expect(status).toBe(500);
      expect(headers).toEqual({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(body).toEqual(INTERNAL_ERROR_BODY);
    },
  );
});

describe('a function behind several routes', () => {
  const answerWith = (credits: number) =>
    apiHandler('readCredits', readCreditsSchemas, () => Promise.resolve({ credits }));
  const router = apiRouter('list-thumbnails', {
    listThumbnails: answerWith(1),
    readThumbnail: answerWith(2),
    listGenerations: answerWith(3),
  });

  it.each([
    ['GET /api/thumbnails', 1],
    ['GET /api/thumbnails/{id}', 2],
    ['GET /api/generations', 3],
  ])('runs the operation of the route %s', async (routeKey, credits) => {
    expect((await call(router, { routeKey })).body).toEqual({ credits });
  });

  it('fails for a route that it does not know', () => {
    const event = { routeKey: 'GET /api/other' } as ApiEvent;

    expect(() => router(event, lambdaContext())).toThrow(
      'list-thumbnails has no handler for the route GET /api/other.',
    );
  });
});
