import * as z from 'zod/mini';
import { logger } from '../shared/logger.ts';
import { requestText } from './request-text.ts';

interface JsonRequest<Schema extends z.core.$ZodType> {
  /** The instructions, which describe the JSON. */
  system: string;
  /** What the users wrote. The message of the user is its JSON, so that no text of it can end the data. */
  data: object;
  maxTokens: number;
  /** In ms. */
  timeoutMs?: number;
  /** 0 for an answer that should be the same each time. */
  temperature?: number;
  schema: Schema;
}

/** The fence that models put around JSON. */
const FENCED = /^```(?:json)?([^]*)```$/;

/**
 * Asks the text model for JSON.
 * @returns undefined for an answer that is cut off, is not JSON, or does not match the schema.
 * @throws what `requestText` throws.
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
