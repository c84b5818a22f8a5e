import * as z from 'zod/mini';
import { LIMITS } from '../../contract/limits.ts';
import { ForbiddenError, InvalidRequestError } from '../shared/errors.ts';
import type { ApiEvent } from './api-handler.ts';

/**
 * The JSON body of a call, checked.
 * @throws InvalidRequestError naming the field and the reason.
 */
export function parseBody<Schema extends z.core.$ZodType>(schema: Schema, event: ApiEvent): z.output<Schema> {
  const body = rawBody(event);
  if (body.length > LIMITS.bodyBytes) {
    throw new InvalidRequestError(`the body must be at most ${LIMITS.bodyBytes / 1024} KB`);
  }
  return parse(schema, json(body.toString()));
}

/** The body's bytes as they were sent: API Gateway hands some over as base64. */
export function rawBody({ body = '', isBase64Encoded }: ApiEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * Query or path parameters, checked.
 * @throws InvalidRequestError naming the parameter and the reason.
 */
export function parse<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const reasons = new Set(result.error.issues.map((issue) => issue.message));
  throw new InvalidRequestError([...reasons].join('; '), { cause: result.error });
}

/**
 * The body's `userId` is part of the contract, the token's is the truth.
 * @throws ForbiddenError when they differ.
 */
export function requireSelf(claimed: string, userId: string): void {
  if (claimed !== userId) throw new ForbiddenError();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidRequestError('the body must be JSON', { cause: error });
  }
}
