import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../../contract/errors.ts';
import {
  ApiError,
  ConnectionError,
  isReferenceNotFound,
  parseError,
  parseMessage,
  userMessage,
} from '../../../web/src/api/errors.ts';

describe('parseError', () => {
  it('takes code and message from the body', () => {
    const body = JSON.stringify({
      error: 'Insufficient credits.',
      code: 'insufficient_credits',
      requestId: 'r',
    });

    const error = parseError(402, body);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'insufficient_credits', message: 'Insufficient credits.' });
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'unauthorized'],
    [403, '<html>blocked</html>', 'forbidden'],
    [404, '{"message":"Not Found"}', 'not_found'],
    [429, '{"message":"Too Many Requests"}', 'too_many_requests'],
  ] as const)("maps API Gateway's own %i by its status", (status, body, code) => {
    expect(parseError(status, body)).toMatchObject({ code, message: API_ERRORS[code].message });
  });

  it.each([
    [503, '{"message":"Service Unavailable"}'],
    [504, ''],
    [500, '{"error":"no code"}'],
    [502, '{"error":"x","code":"never_heard_of"}'],
  ])(
    'returns a ConnectionError for a %i without a body of the API, because the outcome is unknown',
    (status, body) => {
      expect(parseError(status, body)).toBeInstanceOf(ConnectionError);
    },
  );

  it('uses the message of the code when the body has none', () => {
    expect(parseError(503, '{"code":"model_unavailable"}')).toMatchObject({
      message: API_ERRORS.model_unavailable.message,
    });
  });
});

describe('parseMessage', () => {
  it.each([
    ['Plain words.', 'Plain words.'],
    ['{"error":"Inside JSON."}', 'Inside JSON.'],
    ['{"error":"{\\"error\\":\\"Twice inside.\\"}"}', 'Twice inside.'],
    ['"Quoted."', '"Quoted."'],
    ['null', 'null'],
    ['{"other":1}', undefined],
    ['', undefined],
    [42, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, message) => {
    expect(parseMessage(value)).toBe(message);
  });
});

describe('isReferenceNotFound', () => {
  it('recognizes the code of a reference that does not exist', () => {
    expect(isReferenceNotFound(new ApiError('reference_not_found'))).toBe(true);
    expect(isReferenceNotFound(new ApiError('not_found'))).toBe(false);
    expect(isReferenceNotFound({ code: 'reference_not_found' })).toBe(false);
  });
});

describe('userMessage', () => {
  it('returns the message of a user-facing error without its full stop', () => {
    expect(userMessage(new ApiError('internal', 'Out of order.'))).toBe('Out of order');
    expect(userMessage(new ConnectionError())).toBe('The connection was lost');
  });

  it.each([new TypeError('x is undefined'), 'text', undefined])('returns nothing for %s', (error) => {
    expect(userMessage(error)).toBeUndefined();
  });
});
