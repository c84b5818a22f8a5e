/** The text model of a stage. infra writes it into the environment of the functions, which parse it with the same schema. */
import * as z from 'zod/mini';
import { PROFILE_REGIONS } from './model-pool.ts';

/** AWS's list price of a text model, in US dollars per million tokens. Only the metric ModelSpend uses it. */
export const tokenPrice = z.object({
  input: z.number().check(z.minimum(0, 'input must be 0 or more')),
  output: z.number().check(z.minimum(0, 'output must be 0 or more')),
});
type TokenPrice = z.infer<typeof tokenPrice>;

/** @returns the price of one call, in US dollars. */
export function priceTokens(
  { input, output }: TokenPrice,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number {
  return (input * inputTokens + output * outputTokens) / 1_000_000;
}

/** The text model that makes suggestions. */
export const promptModel = z.object({
  /** Id of a geographic inference profile, e.g. `us.amazon.nova-micro-v1:0`. */
  id: z.string().check(z.regex(/^us\.[a-z]/, 'id must be a US inference profile, e.g. us.amazon.MODEL')),
  /** The AWS region that calls the profile. */
  region: z.enum(PROFILE_REGIONS, `region must be one of ${PROFILE_REGIONS.join(', ')}`),
  usdPerMillionTokens: z.optional(tokenPrice),
});
export type PromptModel = z.infer<typeof promptModel>;
