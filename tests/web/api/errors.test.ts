import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../../contract/errors.ts';
import { ApiError, ConnectionError, errorFrom, readMessage } from '../../../web/src/api/errors.ts';

describe('errorFrom', () => {
  it('takes code and sentence from the body', () => {
    const body = JSON.stringify({
      error: 'Insufficient credits.',
      code: 'insufficient_credits',
      requestId: 'r',
    });

    const error = errorFrom(402, body);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'insufficient_credits', message: 'Insufficient credits.' });
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'unauthorized'],
    [403, '<html>blocked</html>', 'forbidden'],
    [404, '{"message":"Not Found"}', 'not_found'],
    [429, '{"message":"Too Many Requests"}', 'too_many_requests'],
  ] as const)("maps the gateway's own %i by its status, with our sentence", (status, body, code) => {
    expect(errorFrom(status, body)).toMatchObject({ code, message: API_ERRORS[code].message });
  });

  it.each([
    [503, '{"message":"Service Unavailable"}'],
    [504, ''],
    [500, '{"error":"no code"}'],
    [502, '{"error":"x","code":"never_heard_of"}'],
  ])('does not know what became of a request that a %i without our body ended', (status, body) => {
    expect(errorFrom(status, body)).toBeInstanceOf(ConnectionError);
  });

  it('falls back on the sentence of the code when the body has none', () => {
    expect(errorFrom(503, '{"code":"model_unavailable"}')).toMatchObject({
      message: API_ERRORS.model_unavailable.message,
    });
  });
});

describe('readMessage', () => {
  it.each([
    ['Plain words.', 'Plain words.'],
    ['{"error":"Inside JSON."}', 'Inside JSON.'],
    ['{"error":"{\\"error\\":\\"Twice inside.\\"}"}', 'Twice inside.'],
    ['{"other":1}', undefined],
    ['', undefined],
    [42, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, message) => {
    expect(readMessage(value)).toBe(message);
  });
});
