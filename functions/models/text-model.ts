import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod/mini';
import { priceTokens, type PromptModel, promptModel } from '#contract/text-model.ts';
import { CodedError } from '../platform/errors.ts';
import { errorTrace, logger } from '../platform/logger.ts';
import { recordSuggestion } from '../platform/metrics.ts';
import { explainValidationError } from './adapter.ts';

/** The default time limit of an answer, in ms. */
const TIMEOUT_MS = 7_000;

interface Conversation {
  /** The instructions. */
  system: string;
  /** The message of the user, which is untrusted. */
  message: string;
  /**
   * The most tokens of the answer. Bedrock reserves them from the quota of tokens (Amazon Bedrock user guide, "How tokens are counted").
   */
  maxTokens: number;
  /** The time limit of the answer, in ms. @default 7 s */
  timeoutMs?: number;
  /** The temperature. 0 gives the most likely text. @default 0.7 */
  temperature?: number;
}

interface Answer {
  text: string;
  /** The reason why the text ended: `end_turn` for a complete text, `max_tokens` for an incomplete text, or another reason of Bedrock. */
  stopReason: string | undefined;
  /** The list price in US dollars. Undefined if the price is unknown. */
  usd: number | undefined;
}

let client: BedrockRuntimeClient | undefined;

/**
 * Sends one message to a text model.
 * @throws the error of the SDK, also if there is no answer in time. The message of the error may quote the user's message.
 */
async function converse(
  { id, region, usdPerMillionTokens: price }: PromptModel,
  { system, message, maxTokens, timeoutMs = TIMEOUT_MS, temperature = 0.7 }: Conversation,
): Promise<Answer> {
  client ??= new BedrockRuntimeClient({ region, maxAttempts: 2, requestHandler: { sessionTimeout: 60_000 } });
  const command = new ConverseCommand({
    modelId: id,
    system: [{ text: system }],
    messages: [{ role: 'user', content: [{ text: message }] }],
    inferenceConfig: { maxTokens, temperature },
  });
  const answer = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
  const { stopReason, output, usage: { inputTokens = 0, outputTokens = 0 } = {} } = answer;
  return {
    stopReason,
    text: (output?.message?.content ?? []).map(({ text }) => text ?? '').join(' '),
    usd: price && priceTokens(price, { inputTokens, outputTokens }),
  };
}

/** The text model. Undefined in a stage without suggestions. */
const MODEL = process.env['PROMPT_MODEL']
  ? promptModel.parse(JSON.parse(process.env['PROMPT_MODEL']))
  : undefined;

/** @throws `not_found` in a stage without suggestions. */
export function requireTextModel(): void {
  if (MODEL === undefined) throw new CodedError('not_found');
}

/**
 * Sends one message to the text model of the stage, and records the price.
 * @returns the text, and the reason why it ended: `end_turn` for a complete text.
 * @throws CodedError `content_filtered` if the model declines the message; `model_unavailable` if the model does not answer in time;
 * `not_found` in a stage without suggestions.
 */
export async function requestText(
  conversation: Conversation,
): Promise<{ text: string; stopReason: string | undefined }> {
  if (MODEL === undefined) throw new CodedError('not_found');
  const { stopReason, text, usd } = await converse(MODEL, conversation).catch(throwFailure);
  if (usd !== undefined) recordSuggestion(MODEL.id, usd);
  if (stopReason === 'content_filtered' || stopReason === 'guardrail_intervened') throw declined();
  return { text, stopReason };
}

/** Creates the error for an answer that cannot be used. */
export function noSuggestion(options?: ErrorOptions): CodedError {
  return new CodedError('model_unavailable', { params: { reason: 'noSuggestion' }, ...options });
}

/** Converts an error of the text model. Only the name of the error is logged, because its message may quote the user's text. */
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

interface JsonRequest<Schema extends z.core.$ZodType> {
  /** The instructions, which describe the JSON. */
  system: string;
  /** The data of the users. The user's message is this data as JSON, so that no text in the data can end the data. */
  data: object;
  maxTokens: number;
  /** The time limit of the answer, in ms. */
  timeoutMs?: number;
  /** The temperature. 0 is for an answer that should be the same each time. */
  temperature?: number;
  schema: Schema;
}

/** Matches the code fence that models put around JSON. */
const FENCED = /^```(?:json)?([^]*)```$/;

/**
 * Asks the text model for JSON.
 * @returns undefined if the answer is incomplete, is not JSON, or does not match the schema.
 * @throws the errors of `requestText`.
 */
export async function requestJson<Schema extends z.core.$ZodType>({
  schema,
  data,
  temperature = 0,
  ...request
}: JsonRequest<Schema>): Promise<z.output<Schema> | undefined> {
  const message = JSON.stringify(data);
  const { text, stopReason } = await requestText({ ...request, message, temperature });
  const answer = stopReason === 'end_turn' ? z.safeParse(schema, parseJson(text.trim())) : undefined;
  if (answer?.success) return answer.data;
  logger.warn('answer of the text model not usable', { stopReason });
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(FENCED.exec(text)?.[1] ?? text);
  } catch {
    return undefined;
  }
}
