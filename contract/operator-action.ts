import * as z from 'zod/mini';

/** What an operator did to an account. Apart from the other schemas of operators, which the API's functions do not load. */
export const operatorAction = z.object({
  action: z.enum(['suspend', 'resume', 'release']),
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string(),
  why: z.string(),
});
export type OperatorAction = z.infer<typeof operatorAction>;
