import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured logs, one JSON object per line. Never log a prompt, an e-mail address or a token. An event, or the message of an error, may
 * contain such data, so log names and codes. infra sets the service name (POWERTOOLS_SERVICE_NAME) to the stack.
 */
export const logger = new Logger();

/** Returns the part of an unknown error that is safe to log: its class, never its message. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  // All Stripe errors have the name Error. Their class is in `type`.
  return error.name === 'Error' && 'type' in error && typeof error.type === 'string'
    ? error.type
    : error.name;
}

/** Returns the class and the stack frames of an unknown error, without its message. */
export function errorTrace(error: unknown): { cause: string; at: string[] } {
  if (!(error instanceof Error)) return { cause: errorName(error), at: [] };
  // The message precedes the frames, and a line of the message may look like a frame.
  const { stack = '', message } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const at = frames.map((line) => line.trim()).filter((line) => line.startsWith('at '));
  return { cause: errorName(error), at: at.slice(0, 8) };
}
