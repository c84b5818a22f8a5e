import { z } from 'zod';
import { invalidParameter } from '../errors.ts';

/** AuthParameters and ChallengeResponses: names and texts, which ones depends on the flow. */
export const parameters = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {});
export type Parameters = z.infer<typeof parameters>;

export function required(given: Parameters, name: string): string {
  const value = given[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
