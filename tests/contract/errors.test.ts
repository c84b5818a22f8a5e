import { describe, expect, it } from 'vitest';
import { composeError, REASONS } from '#contract/error-reasons.ts';
import { API_ERRORS, isErrorCode } from '#contract/errors.ts';

it('keeps the HTTP status of each code', () => {
  const statuses = Object.fromEntries(Object.entries(API_ERRORS).map(([code, { status }]) => [code, status]));

  expect(statuses).toEqual({
    invalid_request: 400,
    unauthorized: 401,
    insufficient_credits: 402,
    forbidden: 403,
    reauthentication_required: 403,
    account_suspended: 403,
    pack_required: 403,
    not_found: 404,
    in_progress: 409,
    generation_canceled: 409,
    design_changed: 409,
    brand_changed: 409,
    content_filtered: 422,
    reference_not_found: 422,
    edit_not_possible: 422,
    reference_invalid: 422,
    generations_paused: 422,
    too_many_requests: 429,
    internal: 500,
    model_unavailable: 503,
    reference_unavailable: 503,
    generation_timeout: 504,
  });
});

describe('a clause', () => {
  const clauses = [...Object.values(API_ERRORS).map(({ clause }) => clause), ...Object.values(REASONS)];

  it.each(clauses)('"%s" has no full stop, no charge, and not "try again", which the site adds', (clause) => {
    expect(clause).toMatch(/^[A-Z{].*[^.]$/);
    expect(clause).not.toMatch(/try again|credits? (was|is|comes|returns)|charged/i);
  });
});

describe('composeError', () => {
  it.each([
    [{ code: 'not_found', charge: 'none' }, 'There is nothing here.'],
    // The site of the specification looks for its first words.
    [
      { code: 'insufficient_credits', charge: 'none' },
      'Insufficient credits. Buy a credit pack to continue generating thumbnails.',
    ],
    [
      { code: 'content_filtered', charge: 'refunded' },
      'The image model declined this prompt; no credit was taken.',
    ],
    [
      { code: 'internal', charge: 'returning' },
      'Something went wrong on our side; if a credit was taken, it comes back within ten minutes.',
    ],
    [
      { code: 'reference_not_found', params: { reason: 'expiredImage' }, charge: 'refunded' },
      'The reference image has expired. Upload it again; no credit was taken.',
    ],
    [
      {
        code: 'reference_invalid',
        params: { reason: 'unusableImage', problem: 'not a JPEG' },
        charge: 'none',
      },
      'The reference image cannot be used: not a JPEG.',
    ],
    [
      {
        code: 'invalid_request',
        params: { reason: 'invalidField', problem: 'prompt must be text' },
        charge: 'none',
      },
      'prompt must be text',
    ],
    // A reason of a later version.
    [{ code: 'not_found', params: { reason: 'toString' }, charge: 'none' }, 'There is nothing here.'],
  ] as const)('of %o is "%s"', (error, sentence) => {
    expect(composeError(error)).toBe(sentence);
  });

  it.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [7_200, '120 minutes'],
    [7_201, '3 hours'],
  ])('names a wait of %i seconds as %s', (seconds, wait) => {
    const error = {
      code: 'too_many_requests',
      params: { reason: 'uploads', seconds },
      charge: 'none',
    } as const;

    expect(composeError(error)).toBe(`You have uploaded too many images in an hour. Wait ${wait}.`);
  });
});

it('isErrorCode accepts every code, and nothing else', () => {
  expect(Object.keys(API_ERRORS).filter((code) => !isErrorCode(code))).toEqual([]);
  const others = ['', 'INTERNAL', 'toString', '__proto__', 500, null, undefined, {}];
  expect(others.filter(isErrorCode)).toEqual([]);
});
