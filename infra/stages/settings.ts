import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import { domainSetting } from './domain.ts';
import { FEATURE_IDS } from '#contract/features.ts';
import { PACK_IDS } from '#contract/packs.ts';
import { RATE_LIMITS, type StageLimits } from '#contract/rate-limits.ts';
import { legalSetting } from './legal.ts';
import { awsRegion, senderSetting } from './sender.ts';
import { computeConcurrency, poolSetting, promptModelSetting, servicePoolSetting } from './model-pool.ts';

const priceId = z.string().regex(/^price_\w+$/, 'must be a Stripe price ID');
const imageKey = z.string().regex(/^[a-z0-9]{1,10}$/, 'must be 1 to 10 lower-case letters or digits');

/**
 * The endings of the names of the stacks in us-east-1. The name of a stage must not have such an ending: its main stack would
 * then be the stack in us-east-1 of another stage, and its deployment would delete the resources of that stack.
 */
export const EDGE_STACKS = ['certificate', 'firewall'] as const;

/** A setting that is off by default. */
const off = (meaning: string) => z.boolean().default(false).describe(meaning);
/** A whole number in a range, with a default. */
const whole = ([least, most]: readonly [number, number], fallback: number, meaning: string) =>
  z.int().min(least).max(most).default(fallback).describe(meaning);

const rateLimit = (name: keyof StageLimits, meaning: string) =>
  whole([1, 10_000], RATE_LIMITS[name].maximum, meaning);

const rateLimits = z.strictObject({
  generations: rateLimit('generations', 'Generations that one user can start in a minute'),
  welcomes: rateLimit(
    'welcomes',
    'Accounts that receive welcome credits on one day (UTC). Later ones receive them on another day, at most half of its limit',
  ),
  domainWelcomes: rateLimit('domainWelcomes', 'Of these, accounts with addresses of one registered domain'),
  providerWelcomes: rateLimit(
    'providerWelcomes',
    'Of these, accounts with addresses of one large provider of e-mail, in place of that limit',
  ),
  allSupportMessages: rateLimit(
    'allSupportMessages',
    'Messages that all users together can send to support on one day (UTC)',
  ),
} satisfies Record<keyof StageLimits, z.ZodType>);

const hours = (level: string, fallback: number) =>
  whole([1, 720], fallback, `Hours in which a message with ${level} support is answered`);

const answerHours = z.strictObject({
  standard: hours('standard', 72),
  priority: hours('priority', 24),
  dedicated: hours('dedicated', 4),
});

const waf = z.strictObject({
  enabled: off(
    'Protect the site and the user pool with AWS WAF: managed rules and rate limits per IP address',
  ),
});

/**
 * The settings of a stage. Every field but the name has a default. An invalid field stops the synthesis with its name.
 * `npm run settings` prints the descriptions.
 */
const fields = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 lower-case letters, digits or dashes')
    // `local` is the embedded cloud.
    .refine((name) => name !== 'local' && !EDGE_STACKS.some((ending) => name.endsWith(`-${ending}`)), {
      error: `must not be local, or end with -${EDGE_STACKS.join(' or -')}`,
    })
    .describe('Name of the stage, a part of the name of the stack'),
  region: awsRegion.default('us-west-2').describe('AWS region of the stack. Each model has its own region'),
  domain: domainSetting
    .optional()
    .describe('Custom domain of the site. CloudFront assigns a name if not set'),
  models: poolSetting.describe('Image models in the order of preference, instead of the default pool'),
  services: servicePoolSetting.describe(
    'Models of the services for references, cut-outs and edits, in the order of preference. A service without one is not offered',
  ),
  promptModel: promptModelSetting
    .optional()
    .describe(
      'Text model that suggests prompts, edits, concepts and translations, with {} for its defaults. Not offered if not set',
    ),
  prices: z
    .partialRecord(z.enum(PACK_IDS), priceId)
    .prefault({})
    .describe('Stripe price ID of each pack, written by stripe:setup. A pack without a price is not on sale'),
  welcomeCredits: whole([0, 1_000], 3, 'Credits of a new account; 0 for none'),
  magicLink: off('Offer sign-in by a one-time code sent by e-mail. Requires ses'),
  ses: senderSetting
    .optional()
    .describe(
      'Send e-mail with Amazon SES. If not set, Cognito sends at most 50 messages a day. Required by deploy with keepData',
    ),
  youtubeApiKey: off(
    'Look up channels by their handle, with a key of the YouTube Data API in a secret of the stage',
  ),
  keepData: off('Protect users, credits and images from deletion, and keep them when the stack is deleted'),
  imageExpiryDays: z
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe('Days until an image is deleted; its list entry stays. Images are kept if not set'),
  imageKeys: z
    .array(imageKey)
    .min(1)
    // A key group of CloudFront holds no more ("Quotas", CloudFront developer guide).
    .max(5, 'must be 5 names at most')
    .refine((names) => new Set(names).size === names.length, { error: 'a name appears twice' })
    .default(['1'])
    .describe(
      'Names of the keys whose signatures open images. The first one signs; docs/deploy.md says how to replace it',
    ),
  logRetentionDays: z
    .enum(RetentionDays)
    .default(RetentionDays.ONE_MONTH)
    .describe('Days to keep logs, one of the values that CloudWatch Logs supports'),
  earlyAccess: z
    .array(z.enum(FEATURE_IDS))
    .default([])
    .describe(
      'Features of contract/features.ts that only accounts with early access see so far. contract/packs.ts names their packs',
    ),
  rateLimits: rateLimits.prefault({}),
  generateConcurrency: z
    .union([z.literal('quota'), z.int().min(0).max(1_000)])
    .default('quota')
    .describe(
      "Reserved Lambda concurrency of generations, 'quota' for what the models' quotas allow; 0 to reserve none for any function",
    ),
  longestWaitSeconds: whole(
    [0, 900],
    300,
    'Longest time that a generation waits in line when every model is at its quota, before its refund; 0 for no line',
  ),
  waf: waf.prefault({}),
  legal: legalSetting
    .optional()
    .describe('The seller, its policies and support, shown in the footer and at the checkout'),
  answerHours: answerHours.prefault({}),
  automaticTax: off(
    'Let Stripe compute the tax that the prices include. Requires a registration in Stripe Tax',
  ),
  alarmEmail: z
    .email('must be an e-mail address')
    .optional()
    .describe('E-mail address that receives alarms. Required by deploy with keepData'),
  alarmUrl: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .optional()
    .describe(
      'HTTPS endpoint that also receives alarms, e.g. of an on-call service, which confirms by itself',
    ),
  monthlyBudgetUsd: z
    .number()
    .min(0, 'must be 0 or more')
    .default(100)
    .describe(
      'Monthly budget of the whole AWS account in US dollars, before a notification; 0 for no budget',
    ),
  dailyModelSpendUsd: z
    .number()
    .positive('must be above 0')
    .default(5)
    .describe('Cost of the models in 24 hours in US dollars at list prices, before an alarm'),
});

const stageSettings = fields
  .refine(({ magicLink, ses }) => !magicLink || ses !== undefined, {
    path: ['magicLink'],
    error: 'requires the setting ses: Cognito sends one-time codes only through Amazon SES',
  })
  .transform(({ generateConcurrency, ...settings }) => ({
    ...settings,
    generateConcurrency:
      generateConcurrency === 'quota'
        ? computeConcurrency(settings.models, settings.services)
        : generateConcurrency,
  }));

export type StageSettings = z.output<typeof stageSettings>;
export type StageInput = z.input<typeof stageSettings>;

/** The settings as a JSON schema, with descriptions and defaults. */
export function getSettingsSchema(): unknown {
  return z.toJSONSchema(fields, { io: 'input' });
}

/** An earlier release had settings for limits that no stage set. */
const UNKNOWN_ADVICE =
  '. `npm run settings` lists the settings; contract/rate-limits.ts has the other limits';

/**
 * Validates a stage's settings and fills in the defaults.
 * @throws Error that names the stage, each invalid field and the reason.
 */
export function parseSettings(input: StageInput): StageSettings {
  const result = stageSettings.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(
    ({ path, message, code }) =>
      `  ${path.join('.') || '(settings)'}: ${message}${code === 'unrecognized_keys' ? UNKNOWN_ADVICE : ''}`,
  );
  throw new Error(`The settings of stage "${input.stage}" are invalid:\n${reasons.join('\n')}`);
}
