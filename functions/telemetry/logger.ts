import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured logs (one JSON object a line). Never log a prompt, an e-mail address or a token: an event or an error's
 * own text may hold one, so log names and codes.
 */
export const logger = new Logger({ serviceName: 'thumbforge' });

/** What may be logged of an unknown error: its class, never its text. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Where an unknown error came from: its class and its stack's frames, without its text. */
export function errorTrace(error: unknown): { cause: string; at: string[] } {
  const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^ +at /.test(line)) : [];
  return { cause: errorName(error), at: frames?.slice(0, 8).map((line) => line.trim()) ?? [] };
}
