import * as z from 'zod';
import { BedrockError } from './errors.ts';

/**
 * Parses a request body.
 * @throws BedrockError ValidationException that names every invalid field.
 */
export function parseOrReject<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformedRequest(z.prettifyError(parsed.error));
}

export function malformedRequest(violations = 'not JSON'): BedrockError {
  const message = `Malformed input request: ${violations}, please reformat your input and try again.`;
  return new BedrockError('ValidationException', message);
}
