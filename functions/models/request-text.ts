import { promptModel } from '../../contract/model-pool.ts';
import { CodedError, NotFoundError } from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { recordSuggestion } from '../shared/metrics.ts';
import { converse, type Conversation } from './converse.ts';
import { explainValidationError } from './validation-error.ts';

/** Undefined in a stage without suggestions. */
const MODEL = process.env['PROMPT_MODEL']
  ? promptModel.parse(JSON.parse(process.env['PROMPT_MODEL']))
  : undefined;

/** @throws NotFoundError in a stage without suggestions. */
export function requireTextModel(): void {
  if (MODEL === undefined) throw new NotFoundError();
}

/**
 * Sends one message to the text model of the stage, and records its price.
 * @returns the text, and why it ended: `end_turn` for a complete one.
 * @throws CodedError `content_filtered` if the model declines the message; `model_unavailable` if it does not answer in time;
 * NotFoundError in a stage without suggestions.
 */
export async function requestText(
  conversation: Conversation,
): Promise<{ text: string; stopReason: string | undefined }> {
  if (MODEL === undefined) throw new NotFoundError();
  const { stopReason, text, usd } = await converse(MODEL, conversation).catch(throwFailure);
  if (usd !== undefined) recordSuggestion(MODEL.id, usd);
  if (stopReason === 'content_filtered' || stopReason === 'guardrail_intervened') throw declined();
  return { text, stopReason };
}

/** The error for an answer that cannot be used. */
export function noSuggestion(options?: ErrorOptions): CodedError {
  return new CodedError('model_unavailable', { params: { reason: 'noSuggestion' }, ...options });
}

/** Logs only the name of the error, because its message may quote the user's text. */
function throwFailure(error: unknown): never {
  logger.warn('text model failed', errorTrace(error));
  const cause = explainValidationError(error);
  throw cause === 'filtered' || cause === 'request'
    ? declined({ cause: error })
    : noSuggestion({ cause: error });
}

function declined(options?: ErrorOptions): CodedError {
  return new CodedError('content_filtered', { params: { reason: 'declinedIdea' }, ...options });
}
