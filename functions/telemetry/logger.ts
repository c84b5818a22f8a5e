import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured logs (one JSON object a line). Never log a prompt, an e-mail address or a token: an event or an error's
 * own text may hold one, so log names and codes. infra names the service, in POWERTOOLS_SERVICE_NAME: the stack.
 */
export const logger = new Logger();

/** What may be logged of an unknown error: its class, never its text. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  // Stripe's errors are all named Error, and tell their class in `type`.
  return error.name === 'Error' && 'type' in error && typeof error.type === 'string'
    ? error.type
    : error.name;
}

/** Where an unknown error came from: its class and its stack's frames, without its text. */
export function errorTrace(error: unknown): { cause: string; at: string[] } {
  if (!(error instanceof Error)) return { cause: errorName(error), at: [] };
  // The text comes before the frames, and may itself look like one.
  const { stack = '', message } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const at = frames.map((line) => line.trim()).filter((line) => line.startsWith('at '));
  return { cause: errorName(error), at: at.slice(0, 8) };
}
