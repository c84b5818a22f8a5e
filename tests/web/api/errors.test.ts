import { describe, expect, it } from 'vitest';
import { REASONS } from '#contract/error-reasons.ts';
import { API_ERRORS, isErrorCode, type ErrorCode } from '#contract/errors.ts';
import {
  adviseAfterGeneration,
  describeGenerationFailure,
  explain,
} from '../../../web/src/api/error-sentences.ts';
import {
  describeAccountDeletionFailure,
  describeCancelFailure,
  describePurchaseFailure,
  isUncharged,
} from '../../../web/src/api/page-error-sentences.ts';
import { ApiError, ConnectionError, UnexpectedResponseError } from '../../../web/src/api/errors.ts';
import { parseError, readFailure } from '../../../web/src/api/read-error.ts';

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
    [403, '{"message":"Forbidden"}', 'forbidden'],
    [404, '{"message":"Not Found"}', 'not_found'],
    [429, '{"message":"Too Many Requests"}', 'too_many_requests'],
  ] as const)("maps API Gateway's own %i by its status", (status, body, code) => {
    expect(parseError(status, body)).toMatchObject({ code, charge: 'none' });
  });

  it('names the firewall for a 403 that our API has not sent', () => {
    expect(parseError(403, '<html>blocked</html>')).toMatchObject({
      code: 'forbidden',
      charge: 'none',
      message: 'A firewall has refused this request.',
    });
  });

  it.each([
    [503, '{"message":"Service Unavailable"}'],
    [504, ''],
    [401, '<html>Sign in to the network</html>'],
    [404, '<html>No such page</html>'],
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

const RETURNING = 'if a credit was taken, it comes back within ten minutes';
const OPEN =
  'If it was finished, it appears when you reload the page. Otherwise your credit returns within 10 minutes.';

const CODES = Object.keys(API_ERRORS).filter(isErrorCode);
const SHOWN = CODES.filter((code) => code !== 'unauthorized');

describe('what the page says about the credit', () => {
  it.each(SHOWN)('depends on `charge` and not on the text of %s', (code) => {
    // The text claims the opposite.
    const lie = 'Your image is ready; no credit was taken, and 3 credits were charged';
    const say = (charge: ApiError['charge']) =>
      describeGenerationFailure(new ApiError(code, { charge, clause: lie }))?.split(lie)[1];
    const end = code === 'account_suspended' ? '.' : '. Please try again.';

    expect([say('none'), say('refunded'), say('returning')]).toEqual([
      `; no credit was taken${end}`,
      `; no credit was taken${end}`,
      `; ${RETURNING}${end}`,
    ]);
  });

  it.each([
    [new ApiError('internal', { charge: 'none' }), '', true],
    [new ApiError('internal', { charge: 'refunded' }), '', true],
    [new ApiError('internal', { charge: 'returning' }), '', false],
    [new ApiError('content_filtered', { charge: 'refunded' }), 'Change the wording first.', true],
    [new ConnectionError(), OPEN, false],
    [new UnexpectedResponseError('a proxy'), OPEN, false],
  ])('is complete: after %o it advises "%s"', (error, advice, uncharged) => {
    expect([adviseAfterGeneration(error), isUncharged(error)]).toEqual([advice, uncharged]);
  });

  it('is never part of the text of an error', () => {
    const clauses = [
      ...Object.keys(REASONS).map((reason) => ({ reason, seconds: 60, problem: 'x' })),
      {},
    ].flatMap((params) => CODES.map((code) => readFailure({ code, params, charge: 'none' }).clause));

    expect(clauses.filter((clause) => /credits? (was|is|comes|were|returns)|charged/.test(clause))).toEqual(
      [],
    );
  });
});

const FAILED = 'Failed to generate thumbnail';
const lost = new ConnectionError();
const api = (code: ErrorCode) => new ApiError(code, { clause: API_ERRORS[code].clause });

it.each<[describe: (error: unknown) => string | undefined, error: unknown, sentence: string | undefined]>([
  [describeGenerationFailure, lost, `${FAILED}: The connection was lost. Please try again.`],
  [describeGenerationFailure, new TypeError('x is undefined'), `${FAILED}. Please try again.`],
  [
    describeGenerationFailure,
    readFailure({
      code: 'too_many_requests',
      params: { reason: 'generations', seconds: 20 },
      charge: 'none',
    }),
    `${FAILED}: You have started too many thumbnails in a minute. Wait 20 seconds; no credit was taken. Please try again.`,
  ],
  [
    describeGenerationFailure,
    api('account_suspended'),
    'This account is suspended. Contact support to use it again; no credit was taken.',
  ],
  [describeGenerationFailure, api('unauthorized'), undefined],
  [
    describePurchaseFailure,
    readFailure({ code: 'account_suspended', params: { reason: 'paymentDisputed' }, charge: 'none' }),
    'A payment of yours is disputed, so you cannot buy credits. Contact support; nothing was charged.',
  ],
  [describePurchaseFailure, lost, 'Purchase failed: The connection was lost. Please try again.'],
  [describeCancelFailure, api('in_progress'), 'It is being generated now, so it can no longer be cancelled.'],
  [describeCancelFailure, lost, 'We did not hear whether it was cancelled. If it was, this page says so.'],
  [
    describeAccountDeletionFailure,
    lost,
    'The connection was lost before we heard that your account is deleted. Please try again.',
  ],
  [explain, new TypeError('x is undefined'), 'Something went wrong on our side'],
])('%o says of %o: %s', (describeError, error, sentence) => {
  expect(describeError(error)).toBe(sentence);
});
