import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, parseError, readFailure } from '../../../web/src/api/errors.ts';

describe('parseError', () => {
  it('takes the code, `params` and `charge` from the body, and the sentence from the page', () => {
    const error = parseError(
      429,
      JSON.stringify({
        error: 'Another sentence.',
        code: 'too_many_requests',
        params: { reason: 'uploads', seconds: 60 },
        charge: 'none',
        requestId: 'r',
      }),
      60,
    );

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'too_many_requests',
      charge: 'none',
      message: 'You have uploaded too many images in an hour. Wait 60 seconds.',
      retryAfterSeconds: 60,
    });
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'unauthorized'],
    [403, '<html>blocked</html>', 'forbidden'],
    [404, '{"message":"Not Found"}', 'not_found'],
    [429, '{"message":"Too Many Requests"}', 'too_many_requests'],
  ] as const)("maps API Gateway's own %i by its status", (status, body, code) => {
    expect(parseError(status, body)).toMatchObject({ code, charge: 'none' });
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

  it('supposes that a failure of an API without `charge` may have taken a credit, but not a refusal', () => {
    expect(parseError(503, '{"code":"model_unavailable"}')).toMatchObject({ charge: 'returning' });
    expect(parseError(422, '{"code":"content_filtered"}')).toMatchObject({ charge: 'none' });
  });
});

describe('an error that is only a text, as in the specification,', () => {
  const OUT_OF_CREDITS = 'Insufficient credits. Buy a credit pack to continue generating thumbnails';

  it.each([
    ['Plain words', undefined, 'Plain words'],
    ['{"error":"Inside JSON"}', undefined, 'Inside JSON'],
    ['{"error":"{\\"error\\":\\"Twice inside\\"}"}', undefined, 'Twice inside'],
    ['"Quoted"', undefined, '"Quoted"'],
    ['{"error":"Insufficient credits"}', 'none', OUT_OF_CREDITS],
    ['{"other":1}', undefined, 'Something went wrong on our side'],
    [42, undefined, 'Something went wrong on our side'],
  ])('is shown: %j', (error, charge, clause) => {
    expect(readFailure({ error })).toMatchObject({ charge, clause });
  });
});
