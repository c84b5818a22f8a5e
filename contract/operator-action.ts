import * as z from 'zod/mini';

/**
 * An action of an operator on an account. The schema has its own file, so that the functions of the API do not load the other schemas of
 * operators.
 */
export const operatorAction = z.object({
  action: z.enum(['suspend', 'resume', 'release']),
  /** The time of the action (ISO 8601, UTC). */
  at: z.string(),
  by: z.string(),
  why: z.string(),
});
export type OperatorAction = z.infer<typeof operatorAction>;
