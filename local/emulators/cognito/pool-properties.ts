import { z } from 'zod';

/**
 * What the emulator reads of a pool's and a client's CloudFormation properties. Fields it does not know are ignored
 * where they change nothing here (tags, names, plans); settings that would make it behave unlike the real pool are
 * refused by name, so that nobody tests against a pool that is not theirs.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-userpool.html
 */

// CloudFormation takes booleans and numbers as text too.
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number().int().nonnegative();

const passwordPolicy = z.object({
  MinimumLength: count.default(8),
  RequireUppercase: flag.default(false),
  RequireLowercase: flag.default(false),
  RequireNumbers: flag.default(false),
  RequireSymbols: flag.default(false),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

/** What a pool without any policy requires. */
const DEFAULT_POLICY: PasswordPolicy = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
};

/** The triggers that are run. A pool with another one would behave differently here, hence strict. */
const lambdaConfig = z.strictObject({
  PreSignUp: z.string().optional(),
  PostConfirmation: z.string().optional(),
  CustomMessage: z.string().optional(),
});
export type TriggerName = keyof z.infer<typeof lambdaConfig>;

const onlyEmail = z
  .array(z.string())
  .refine(
    (names) => names.length === 1 && names[0] === 'email',
    'must be [email]: only e-mail sign-in is emulated',
  );

/** SetUserPoolMfaConfig: "can't turn off MFA and configure an MFA together", which these words count as. */
const withMfaOnly = z.undefined('needs multi-factor sign-in, which is not emulated').optional();

const poolProperties = z.object({
  UsernameAttributes: onlyEmail,
  AutoVerifiedAttributes: onlyEmail,
  UsernameConfiguration: z
    .object({ CaseSensitive: flag.default(false) })
    .default({ CaseSensitive: false })
    .refine(
      ({ CaseSensitive }) => !CaseSensitive,
      'CaseSensitive must be false: addresses are compared in any case',
    ),
  MfaConfiguration: z.literal('OFF', 'must be OFF: multi-factor sign-in is not emulated').default('OFF'),
  Policies: z
    .object({
      PasswordPolicy: passwordPolicy.default(DEFAULT_POLICY),
      SignInPolicy: z
        .object({ AllowedFirstAuthFactors: z.array(z.string()).default(['PASSWORD']) })
        .default({ AllowedFirstAuthFactors: ['PASSWORD'] }),
    })
    .prefault({}),
  LambdaConfig: lambdaConfig.default({}),
  AdminCreateUserConfig: z.object({ AllowAdminCreateUserOnly: flag.default(false) }).prefault({}),
  UserAttributeUpdateSettings: z
    .object({ AttributesRequireVerificationBeforeUpdate: z.array(z.string()).default([]) })
    .prefault({}),
  Schema: z.array(z.object({ Name: z.string() })).default([]),
  EmailConfiguration: z.object({ EmailSendingAccount: z.string().optional() }).default({}),
  EmailVerificationMessage: z.string().optional(),
  EmailVerificationSubject: z.string().optional(),
  EmailAuthenticationMessage: withMfaOnly,
  EmailAuthenticationSubject: withMfaOnly,
  VerificationMessageTemplate: z
    .object({
      DefaultEmailOption: z
        .literal('CONFIRM_WITH_CODE', 'must be CONFIRM_WITH_CODE: links need a hosted domain')
        .default('CONFIRM_WITH_CODE'),
      EmailMessage: z.string().optional(),
      EmailSubject: z.string().optional(),
    })
    .prefault({}),
});
export type PoolProperties = z.infer<typeof poolProperties>;

const timeUnit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const clientProperties = z.object({
  UserPoolId: z.string(),
  GenerateSecret: flag
    .default(false)
    .refine((secret) => !secret, 'must be false: clients with a secret are not emulated'),
  ExplicitAuthFlows: z
    .array(z.string())
    .default(['ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('LEGACY'),
  AuthSessionValidity: count.default(3),
  AccessTokenValidity: count.default(0),
  IdTokenValidity: count.default(0),
  RefreshTokenValidity: count.default(0),
  TokenValidityUnits: z
    .object({
      AccessToken: timeUnit.default('hours'),
      IdToken: timeUnit.default('hours'),
      RefreshToken: timeUnit.default('days'),
    })
    .prefault({}),
  EnableTokenRevocation: flag.default(true),
  RefreshTokenRotation: z
    .object({
      Feature: z.enum(['ENABLED', 'DISABLED']).default('DISABLED'),
      RetryGracePeriodSeconds: count.max(60).default(0),
    })
    .prefault({}),
});

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

export interface ClientProperties extends z.infer<typeof clientProperties> {
  /** Lifetimes in milliseconds, the service's defaults (1 hour, 1 hour, 30 days) filled in. */
  lifetime: { access: number; id: number; refresh: number; challenge: number };
}

/** @throws Error with a sentence that names each property the emulator cannot honour. */
export function readPoolProperties(poolId: string, properties: unknown): PoolProperties {
  return read(poolProperties, properties, `User pool ${poolId}`);
}

/** @throws Error with a sentence that names each property the emulator cannot honour. */
export function readClientProperties(clientId: string, properties: unknown): ClientProperties {
  const client = read(clientProperties, properties, `User pool client ${clientId}`);
  const units = client.TokenValidityUnits;
  return {
    ...client,
    lifetime: {
      access:
        (client.AccessTokenValidity || 1) * UNIT_MS[client.AccessTokenValidity ? units.AccessToken : 'hours'],
      id: (client.IdTokenValidity || 1) * UNIT_MS[client.IdTokenValidity ? units.IdToken : 'hours'],
      refresh:
        (client.RefreshTokenValidity || 30) *
        UNIT_MS[client.RefreshTokenValidity ? units.RefreshToken : 'days'],
      challenge: client.AuthSessionValidity * UNIT_MS.minutes,
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, properties: unknown, what: string): z.infer<Schema> {
  const result = schema.safeParse(properties);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(
    (issue) => `${issue.path.join('.') || 'properties'}: ${issue.message}`,
  );
  throw new Error(`${what} cannot be emulated. ${reasons.join('; ')}`);
}
