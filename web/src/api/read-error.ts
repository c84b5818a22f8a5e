import { composeClause } from '#contract/error-reasons.ts';
import { CHARGES } from '#contract/error-parts.ts';
import { API_ERRORS, isErrorCode } from '#contract/errors.ts';
import type { ErrorCode, ErrorData, ErrorParams } from '#contract/errors.ts';
import { readUserId } from '../session/session-store.ts';
import { createUserStore } from '../session/user-store.ts';
import { ApiError, ConnectionError, UserFacingError } from './errors.ts';

const MAX_FAILED_REQUESTS = 5;
const failedRequests = createUserStore<string[]>([]);

/** The ids of the last requests of the user that the API refused or failed, the newest first. */
export const listFailedRequests = (): string[] => failedRequests.get();

/**
 * Converts a response that is not a success.
 * @param userId the user who sent the request. Another user may have signed in since, or nobody
 */
export function parseError(
  status: number,
  body: string,
  retryAfterSeconds?: number,
  userId?: string,
): UserFacingError {
  const content = parseObject(body);
  const code = content?.['code'];
  const id = content?.['requestId'];
  if (typeof id === 'string' && userId === readUserId())
    failedRequests.set([id, ...failedRequests.get()].slice(0, MAX_FAILED_REQUESTS));
  if (isErrorCode(code)) return readError(code, { ...content }, retryAfterSeconds);
  // API Gateway's own error, e.g. {"message":"Unauthorized"}. From 500 on the outcome of the request is unknown. A captive portal or a
  // proxy may answer 401 or 404 with a page: the session has not ended, and nothing is missing.
  const isForeign = status >= 500 || (content === undefined && (status === 401 || status === 404));
  const statusCode = isForeign ? undefined : findCode(status);
  return statusCode === undefined ? new ConnectionError() : createError(statusCode);
}

/** The network of a company, for example, can have a firewall. The clause of our own API would say that the account is another's. */
const FIREWALL_CLAUSE = 'A firewall has refused this request';

const createError = (code: ErrorCode) =>
  new ApiError(code, { clause: code === 'forbidden' ? FIREWALL_CLAUSE : API_ERRORS[code].clause });

type ErrorFields = Partial<Record<keyof ErrorData | 'error', unknown>>;

/** Reads the failure of a generation. */
export const readFailure = (fields: ErrorFields): UserFacingError =>
  readError(isErrorCode(fields.code) ? fields.code : 'internal', fields);

function readError(code: ErrorCode, fields: ErrorFields, retryAfterSeconds?: number): UserFacingError {
  const charge = CHARGES.find((each) => each === fields.charge);
  if (charge === undefined && code === 'internal') return readText(fields.error);
  const params = readParams(fields.params);
  const { field, reason } = params;
  return new ApiError(code, {
    clause: composeClause({ code, params }),
    field: typeof field === 'string' ? field : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    charge: charge ?? (API_ERRORS[code].status < 500 ? 'none' : 'returning'),
    retryAfterSeconds,
  });
}

/**
 * An error that is only a text, which our API does not send. The specification has such errors: the text may be JSON
 * with an `error` field (section 7), or contain "Insufficient credits" (section 8).
 */
function readText(value: unknown): UserFacingError {
  const clause = unwrapText(value) ?? API_ERRORS.internal.clause;
  if (clause.includes('Insufficient credits')) return createError('insufficient_credits');
  return new UserFacingError(clause, undefined);
}

function unwrapText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const inner = parseObject(value);
  return inner === undefined ? value : unwrapText(inner['error']);
}

function readParams(value: unknown): ErrorParams {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}

function findCode(status: number): ErrorCode | undefined {
  return Object.keys(API_ERRORS)
    .filter(isErrorCode)
    .find((code) => API_ERRORS[code].status === status);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
