import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import { domainSetting } from './domain.ts';
import { concurrencyOf, poolSetting } from './models.ts';

const awsRegion = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region');
const priceId = z.string().regex(/^price_\w+$/, 'must be a Stripe price id');
const usd = z.number().positive('must be above 0');

/** Amazon SES as the sender of the user pool's mail. */
const ses = z.strictObject({
  fromAddress: z.email('must be an e-mail address').describe('Whom mail is from, e.g. no-reply@example.com'),
  fromName: z.string().min(1).default('Thumbforge').describe('The name beside the address'),
  identity: z
    .enum(['domain', 'address'])
    .default('domain')
    .describe('What is verified in SES: the domain of the address, or the address alone'),
  region: awsRegion.optional().describe("Region of that identity. The stack's own where it is not given"),
});

const rateLimits = z.strictObject({
  generationsPerMinute: z
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe('Generations that one user may start per minute'),
});

const throttle = z.strictObject({
  perSecond: z
    .int()
    .min(1)
    .default(100)
    .describe('Requests a second that each route of the API takes, of everybody together'),
  burst: z.int().min(1).default(200).describe('Requests at once, above that rate'),
  generatePerSecond: z
    .int()
    .min(1)
    .default(10)
    .describe('The same for the route that generates. The default pool paints 1.75 a second'),
  generateBurst: z.int().min(1).default(20).describe('Its requests at once, above that rate'),
});

const waf = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('AWS WAF before the site: its managed rules and a limit per address'),
  requestsPerFiveMinutes: z
    .int()
    .min(10)
    .max(2_000_000_000)
    .default(1_000)
    .describe('Requests that one IP address may send in any five minutes'),
});

/**
 * What one deployment may choose. Every field has its default; a wrong one fails synth, named. The descriptions are
 * what `npm run settings` prints.
 */
const fields = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 lower-case letters, digits or dashes')
    .describe("Name of the stage: part of the stack's and the images bucket's names"),
  region: awsRegion
    .default('us-west-2')
    .describe("AWS region of the stack. The models' regions are their own"),
  domain: domainSetting.optional().describe("A name of one's own. Without it CloudFront gives the site one"),
  models: poolSetting.describe('Image models in the order they are tried'),
  prices: z
    .strictObject({ starter: priceId, pro: priceId, elite: priceId })
    .optional()
    .describe("Stripe's price id of each pack, as stripe:setup wrote them. Without it nothing is on sale"),
  welcomeCredits: z.int().min(0).max(1_000).default(3).describe('Credits of a new account; 0 opens it empty'),
  magicLink: z.boolean().default(false).describe('Offer sign-in by a code sent by e-mail. Needs ses'),
  ses: ses.optional().describe('Without it Cognito itself sends the mail: at most 50 messages a day'),
  keepData: z
    .boolean()
    .default(false)
    .describe(
      'Keep users, credits and pictures when the stack goes, and refuse to delete them. For production',
    ),
  imageExpiryDays: z
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe(
      'Days after which a picture is deleted; its entry in the list stays. Never where it is not given',
    ),
  logRetentionDays: z
    .enum(RetentionDays)
    .default(RetentionDays.ONE_MONTH)
    .describe('How long logs are kept, in days (a value that CloudWatch Logs knows)'),
  rateLimits: rateLimits.prefault({}),
  generateConcurrency: z
    .union([z.literal('quota'), z.int().min(0).max(1_000)])
    .default('quota')
    .describe(
      "Lambda concurrency reserved for generations; 0 for none, 'quota' for what the models' quotas can use",
    ),
  throttle: throttle.prefault({}),
  waf: waf.prefault({}),
  alarmEmail: z
    .email('must be an e-mail address')
    .optional()
    .describe('Who is told of alarms. Nobody by default'),
  monthlyBudgetUsd: usd
    .default(100)
    .describe('What the whole AWS account may cost in a month, in US dollars, before somebody is told'),
  dailyModelSpendUsd: usd
    .default(5)
    .describe('What the models may cost in 24 hours, in US dollars at list prices, before somebody is told'),
});

const stageSettings = fields
  .refine(({ magicLink, ses }) => !magicLink || ses !== undefined, {
    path: ['magicLink'],
    error: 'needs the setting ses too, for Cognito mails one-time codes through Amazon SES alone',
  })
  .transform(({ generateConcurrency, ...settings }) => ({
    ...settings,
    generateConcurrency:
      generateConcurrency === 'quota' ? concurrencyOf(settings.models) : generateConcurrency,
  }));

export type StageSettings = z.output<typeof stageSettings>;
export type StageInput = z.input<typeof stageSettings>;

/** The settings as a JSON schema: what each means, and its default. */
export function settingsSchema(): unknown {
  return z.toJSONSchema(fields, { io: 'input' });
}

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
