import { describe, expect, it } from 'vitest';
import { API_ERRORS, isErrorCode } from '../../contract/errors.ts';

describe('the table of API errors', () => {
  it('keeps the HTTP status of each code', () => {
    const statuses = Object.fromEntries(
      Object.entries(API_ERRORS).map(([code, { status }]) => [code, status]),
    );

    expect(statuses).toMatchObject({
      invalid_request: 400,
      unauthorized: 401,
      insufficient_credits: 402,
      forbidden: 403,
      reauthentication_required: 403,
      account_suspended: 403,
      not_found: 404,
      in_progress: 409,
      generation_canceled: 409,
      design_changed: 409,
      content_filtered: 422,
      reference_not_found: 422,
      reference_invalid: 422,
      too_many_requests: 429,
      internal: 500,
      model_unavailable: 503,
      reference_unavailable: 503,
      generation_timeout: 504,
    });
  });

  it.each(Object.entries(API_ERRORS))('maps %s to a status of an HTTP error', (_, { status }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  it.each(Object.entries(API_ERRORS))(
    'contains a sentence for %s that does not say "try again", which the site adds',
    (_, { message }) => {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/try again/i);
    },
  );

  it('says "Insufficient credits", which the site looks for', () => {
    expect(API_ERRORS.insufficient_credits.message).toContain('Insufficient credits');
  });

  it.each(['content_filtered', 'model_unavailable', 'generation_timeout'] as const)(
    'says for %s that no credit was taken',
    (code) => {
      expect(API_ERRORS[code].message).toContain('no credit was taken');
    },
  );
});

describe('isErrorCode', () => {
  it('accepts every code, and nothing else', () => {
    expect(Object.keys(API_ERRORS).filter((code) => !isErrorCode(code))).toEqual([]);
    const others = ['', 'INTERNAL', 'toString', '__proto__', 500, null, undefined, {}];
    expect(others.filter(isErrorCode)).toEqual([]);
  });
});
