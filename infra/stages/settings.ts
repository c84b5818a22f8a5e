import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { modelPool, type ImageModel } from '../../contract/model-pool.ts';

/** Served in us-west-2 alone, to every account. */
const DEFAULT_POOL: ImageModel[] = [
  {
    id: 'stability.stable-image-core-v1:1',
    region: 'us-west-2',
    schema: 'stability',
    label: 'Stable Image Core',
    cost: 1,
  },
  {
    id: 'stability.sd3-5-large-v1:0',
    region: 'us-west-2',
    schema: 'stability',
    label: 'Stable Diffusion 3.5 Large',
    cost: 1,
  },
];

const priceId = z.string().regex(/^price_\w+$/, 'must be a Stripe price id');

/** What one deployment may choose. Every field has its default; a wrong one fails synth, named. */
const stageSettings = z.strictObject({
  /** Stage name: part of the stack's and the images bucket's names. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 lower-case letters, digits or dashes'),
  /** AWS region of the stack. The models' regions are their own. */
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region')
    .default('us-west-2'),
  /** Image models in the order they are tried. */
  models: mini._default(modelPool, DEFAULT_POOL),
  /** Stripe's price id of each pack, as `npm run stripe:setup` wrote them. Without it nothing is on sale. */
  prices: z.strictObject({ starter: priceId, pro: priceId, elite: priceId }).optional(),
  /** Credits of a new account; 0 opens it empty. */
  welcomeCredits: z.int().min(0).max(1_000).default(3),
  /** Keep users, credits and pictures when the stack goes, and refuse to delete them. For production. */
  keepData: z.boolean().default(false),
  /** How long logs are kept, in days (a value that CloudWatch Logs knows). */
  logRetentionDays: z.enum(RetentionDays).default(RetentionDays.ONE_MONTH),
});

export type StageSettings = z.output<typeof stageSettings>;
export type StageInput = z.input<typeof stageSettings>;

/**
 * Checks a stage's settings and fills in the defaults.
 * @throws Error that names the stage, each wrong field and why.
 */
export function parseSettings(input: StageInput): StageSettings {
  const result = stageSettings.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(
    (issue) => `  ${issue.path.join('.') || '(settings)'}: ${issue.message}`,
  );
  throw new Error(`The settings of stage "${input.stage}" are wrong:\n${reasons.join('\n')}`);
}
