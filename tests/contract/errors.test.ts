import { describe, expect, it } from 'vitest';
import { API_ERRORS, isErrorCode } from '../../contract/errors.ts';

describe('the table of errors', () => {
  it('gives each code its status', () => {
    const statuses = Object.fromEntries(
      Object.entries(API_ERRORS).map(([code, { status }]) => [code, status]),
    );

    expect(statuses).toEqual({
      invalid_request: 400,
      unauthorized: 401,
      insufficient_credits: 402,
      forbidden: 403,
      not_found: 404,
      in_progress: 409,
      content_filtered: 422,
      too_many_requests: 429,
      internal: 500,
      model_unavailable: 503,
      generation_timeout: 504,
    });
  });

  it.each(Object.entries(API_ERRORS))(
    '%s reads as a sentence, and leaves "try again" to the site',
    (_, { message }) => {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/try again/i);
    },
  );

  it('says "Insufficient credits" where the site looks for it', () => {
    expect(API_ERRORS.insufficient_credits.message).toContain('Insufficient credits');
  });

  it.each(['content_filtered', 'model_unavailable', 'generation_timeout'] as const)(
    '%s says that no credit was taken',
    (code) => {
      expect(API_ERRORS[code].message).toContain('no credit was taken');
    },
  );
});

describe('isErrorCode', () => {
  it.each(Object.keys(API_ERRORS))('knows %s', (code) => {
    expect(isErrorCode(code)).toBe(true);
  });

  it.each(['', 'INTERNAL', 'toString', '__proto__', 500, null, undefined, {}])(
    'does not know %j',
    (value) => {
      expect(isErrorCode(value)).toBe(false);
    },
  );
});
