import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import { callsMade, cloudWorks, modelsAsked, transactions } from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { GENERATION } from './support/thumbnail-rows.ts';

const valid = { prompt: 'a castle', userId: USER, generationId: GENERATION };
const stored = () => transactions()[0]?.[0]?.Put?.Item;

beforeEach(cloudWorks);

describe('a request that is refused', () => {
  it.each<[string, unknown, RegExp]>([
    ['no prompt', { userId: USER }, /^prompt must be text$/],
    ['an empty prompt', { ...valid, prompt: '' }, /^prompt must not be empty$/],
    ['a prompt of white space', { ...valid, prompt: ' \n\t\u00a0\u3000' }, /^prompt must not be empty$/],
    ['a prompt of null', { ...valid, prompt: null }, /^prompt must be text$/],
    ['a prompt of a number', { ...valid, prompt: 7 }, /^prompt must be text$/],
    ['a prompt of a list', { ...valid, prompt: ['a castle'] }, /^prompt must be text$/],
    ['2,001 characters', { ...valid, prompt: 'a'.repeat(2_001) }, /^prompt must be at most 2000 characters$/],
    ['2,001 emoji', { ...valid, prompt: '🏰'.repeat(2_001) }, /^prompt must be at most 2000 characters$/],
    ['a NUL', { ...valid, prompt: 'a\u0000b' }, /^prompt must not contain control characters$/],
    ['an escape', { ...valid, prompt: 'a\u001b[31mb' }, /^prompt must not contain control characters$/],
    ['a carriage return', { ...valid, prompt: 'a\r\nb' }, /^prompt must not contain control characters$/],
    ['a delete', { ...valid, prompt: 'a\u007fb' }, /^prompt must not contain control characters$/],
    ['a C1 control', { ...valid, prompt: 'a\u0085b' }, /^prompt must not contain control characters$/],
    ['a lone high surrogate', { ...valid, prompt: 'a\ud83c' }, /^prompt must be valid Unicode$/],
    ['a lone low surrogate', { ...valid, prompt: '\udff0a' }, /^prompt must be valid Unicode$/],
    ['a negative prompt of a number', { ...valid, negativePrompt: 1 }, /^negativePrompt must be text$/],
    ['a negative prompt of null', { ...valid, negativePrompt: null }, /^negativePrompt must be text$/],
    [
      'a negative prompt of 2,001 characters',
      { ...valid, negativePrompt: 'a'.repeat(2_001) },
      /^negativePrompt must be at most 2000 characters$/,
    ],
    [
      'a control character in the negative prompt',
      { ...valid, negativePrompt: '\u0007' },
      /^negativePrompt must not contain control characters$/,
    ],
    [
      'a lone surrogate in the negative prompt',
      { ...valid, negativePrompt: '\ud83c' },
      /^negativePrompt must be valid Unicode$/,
    ],
    ['no userId', { prompt: 'a castle' }, /^userId must be text$/],
    ['an empty userId', { ...valid, userId: '' }, /^userId must not be empty$/],
    ['a userId of a number', { ...valid, userId: 1 }, /^userId must be text$/],
    ['an id that is no UUID', { ...valid, generationId: '../../x' }, /^generationId must be a UUID$/],
    [
      'an id with more behind it',
      { ...valid, generationId: `${GENERATION}/x` },
      /^generationId must be a UUID$/,
    ],
    ['an empty id', { ...valid, generationId: '' }, /^generationId must be a UUID$/],
    ['an id of a number', { ...valid, generationId: 1 }, /^generationId must be a UUID$/],
    ['an id of null', { ...valid, generationId: null }, /^generationId must be a UUID$/],
    ['a model of a number', { ...valid, model: 1 }, /^model must be text$/],
    ['an unknown model', { ...valid, model: 'third' }, /^model must be one of first, second, dear$/],
    ['an empty model', { ...valid, model: '' }, /^model must be one of first, second, dear$/],
    ['two mistakes', { userId: 1, prompt: 2 }, /^prompt must be text; userId must be text$/],
    ['no body', undefined, /^the body must be JSON$/],
    ['an empty body', '', /^the body must be JSON$/],
    ['no JSON', '{"prompt": "a castle"', /^the body must be JSON$/],
    ['a form', 'prompt=a+castle', /^the body must be JSON$/],
    ['a list', [valid], /^the body must be a JSON object$/],
    ['null', 'null', /^the body must be a JSON object$/],
    ['a bare text', '"a castle"', /^the body must be a JSON object$/],
    ['64 KB and a byte', 'x'.repeat(64 * 1024 + 1), /^the body must be at most 64 KB$/],
    // Each character has two bytes in UTF-8.
    ['more than 64 KB in fewer characters', 'é'.repeat(32 * 1024 + 1), /^the body must be at most 64 KB$/],
  ])('%s: 400, told which field and why, and no call to AWS', async (_name, body, sentence) => {
    const answer = await call(handler, { body });

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: expect.stringMatching(sentence) as string,
      code: 'invalid_request',
      requestId: REQUEST_ID,
    });
    expect(callsMade()).toEqual([]);
  });

  it('a body of 64 KB and a byte in base64 too, however few characters it has unpacked', async () => {
    // Two bytes each in UTF-8: the limit is one of bytes.
    const body = Buffer.from('é'.repeat(32 * 1024) + 'x').toString('base64');

    const answer = await call(handler, { body, isBase64Encoded: true });

    expect(answer).toMatchObject({ status: 400, body: { error: 'the body must be at most 64 KB' } });
    expect(callsMade()).toEqual([]);
  });

  it("another user's id: 403, and no call to AWS", async () => {
    const answer = await call(handler, {
      body: { ...valid, userId: 'a51d0a2e-0000-4000-8000-000000000000' },
    });

    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'forbidden', requestId: REQUEST_ID });
    expect(callsMade()).toEqual([]);
  });

  it.each([
    ['no authorizer', undefined],
    ['no claims', {}],
    ['an empty sub', { sub: '' }],
    ['another claim', { username: USER }],
  ])('%s: 401, and no call to AWS', async (_name, claims) => {
    const answer = await call(handler, { body: valid, claims });

    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'unauthorized', requestId: REQUEST_ID });
    expect(callsMade()).toEqual([]);
  });
});

describe('a request that passes', () => {
  it.each([
    ['one character', 'x'],
    ['2,000 characters', 'a'.repeat(2_000)],
    ['2,000 emoji, two UTF-16 units each', '🏰'.repeat(2_000)],
    ['newline and tab within', 'a castle\n\twide'],
    ['right-to-left and combining signs', 'קסטלה e\u0301 👩‍👩‍👧'],
  ])('%s', async (_name, prompt) => {
    const answer = await call(handler, { body: { ...valid, prompt } });

    expect(answer.status).toBe(200);
    expect(stored()).toMatchObject({ prompt });
    expect(modelsAsked()[0]?.request).toMatchObject({ prompt });
  });

  it('2,000 characters with white space around them, which is taken off', async () => {
    const prompt = 'a'.repeat(2_000);

    const answer = await call(handler, {
      body: { ...valid, prompt: ` \n${prompt}\t `, negativePrompt: ' blurry ' },
    });

    expect(answer.status).toBe(200);
    expect(stored()).toMatchObject({ prompt, negativePrompt: 'blurry' });
  });

  it('in base64', async () => {
    const body = Buffer.from(JSON.stringify({ ...valid, prompt: 'un château' })).toString('base64');

    const answer = await call(handler, { body, isBase64Encoded: true });

    expect(answer.status).toBe(200);
    expect(stored()).toMatchObject({ prompt: 'un château' });
  });

  it('of exactly 64 KB', async () => {
    const empty = JSON.stringify({ ...valid, padding: '' });
    const body = JSON.stringify({ ...valid, padding: 'x'.repeat(64 * 1024 - empty.length) });

    const answer = await call(handler, { body });

    expect(Buffer.byteLength(body)).toBe(64 * 1024);
    expect(answer.status).toBe(200);
  });

  it('with fields that nobody asked for, which go nowhere', async () => {
    const answer = await call(handler, { body: { ...valid, cost: 0, status: 'succeeded', credits: 99 } });

    expect(answer.status).toBe(200);
    expect(stored()).toMatchObject({ cost: 1, status: 'pending' });
    expect(stored()).not.toHaveProperty('credits');
  });
});
