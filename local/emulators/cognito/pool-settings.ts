import { z } from 'zod';
import { AwsJsonError } from '../aws-json.ts';
import { invalidParameter } from './errors.ts';

/**
 * The CloudFormation properties of a pool and a client that the emulator uses. The emulator ignores properties that have no effect on this
 * machine (tags, names, plans). It rejects settings with which it would behave differently from the real pool, and names them.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-userpool.html
 */

const count = z.number().int().nonnegative();

/** The emulator supports only sign-in by e-mail. */
const emailOnly = z.tuple([z.literal('email')]);

const poolSettings = z.object({
  UsernameAttributes: emailOnly,
  AutoVerifiedAttributes: emailOnly,
  UsernameConfiguration: z.object({ CaseSensitive: z.literal(false) }).optional(),
  Schema: z
    .array(z.object({ Name: z.string().optional(), Mutable: z.boolean().default(true) }))
    .default([])
    .refine(
      (attributes) => attributes.some(({ Name, Mutable }) => Name === 'email' && !Mutable),
      'must make email immutable: a changed address is not emulated',
    ),
  MfaConfiguration: z.literal('OFF').default('OFF'),
  // Cognito rejects these two properties for a pool without multi-factor sign-in.
  EmailAuthenticationMessage: z.undefined().optional(),
  EmailAuthenticationSubject: z.undefined().optional(),
  Policies: z.object({
    PasswordPolicy: z.object({
      MinimumLength: count,
      RequireUppercase: z.literal(false).default(false),
      RequireLowercase: z.boolean().default(false),
      RequireNumbers: z.boolean().default(false),
      RequireSymbols: z.literal(false).default(false),
    }),
    SignInPolicy: z
      .object({ AllowedFirstAuthFactors: z.array(z.string()) })
      .default({ AllowedFirstAuthFactors: ['PASSWORD'] }),
  }),
  // The schema is strict, because a pool with another trigger would behave differently from the real pool.
  LambdaConfig: z
    .strictObject({
      PostConfirmation: z.string().optional(),
      CustomMessage: z.string().optional(),
      PreTokenGenerationConfig: z
        .strictObject({
          LambdaArn: z.string(),
          // A function for the first version cannot change access tokens.
          LambdaVersion: z.literal('V2_0'),
        })
        .optional(),
    })
    .default({}),
  EmailConfiguration: z
    .object({ EmailSendingAccount: z.enum(['COGNITO_DEFAULT', 'DEVELOPER']).default('COGNITO_DEFAULT') })
    .prefault({}),
  VerificationMessageTemplate: z
    .object({
      DefaultEmailOption: z.literal('CONFIRM_WITH_CODE').default('CONFIRM_WITH_CODE'),
      EmailMessage: z.string().optional(),
      EmailSubject: z.string().optional(),
    })
    .prefault({}),
});
export type PoolSettings = z.infer<typeof poolSettings>;

const MINUTE_MS = 60_000;

/** The lifetime of a token. The schema converts minutes to milliseconds. */
const lifetime = (defaultMinutes: number) =>
  z
    .int()
    .positive()
    .default(defaultMinutes)
    .transform((minutes) => minutes * MINUTE_MS);
const unit = z.literal('minutes').optional();

const clientSettings = z.object({
  UserPoolId: z.string(),
  GenerateSecret: z.literal(false).default(false),
  ExplicitAuthFlows: z.array(z.string()),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  // A challenge always lives for three minutes.
  AuthSessionValidity: z.literal(3).optional(),
  AccessTokenValidity: lifetime(60),
  IdTokenValidity: lifetime(60),
  RefreshTokenValidity: lifetime(30 * 24 * 60),
  // The CDK states the unit of each lifetime.
  TokenValidityUnits: z.object({ AccessToken: unit, IdToken: unit, RefreshToken: unit }).optional(),
  EnableTokenRevocation: z.literal(true).default(true),
  RefreshTokenRotation: z.object({
    Feature: z.literal('ENABLED'),
    RetryGracePeriodSeconds: count.max(60),
  }),
});
export type ClientSettings = z.infer<typeof clientSettings>;

/** @throws Error with a sentence that names each property that is not supported. */
export function parsePoolSettings(poolId: string, properties: unknown): PoolSettings {
  return parse(poolSettings, properties, `User pool ${poolId}`);
}

/** @throws Error with a sentence that names each property that is not supported. */
export function parseClientSettings(clientId: string, properties: unknown): ClientSettings {
  return parse(clientSettings, properties, `User pool client ${clientId}`);
}

function parse<Schema extends z.ZodType>(schema: Schema, properties: unknown, owner: string) {
  const result = schema.safeParse(properties);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(
    (issue) => `${issue.path.join('.') || 'properties'}: ${issue.message}`,
  );
  throw new Error(`${owner} cannot be emulated. ${reasons.join('; ')}`);
}

/** @throws AwsJsonError that names the first rule that the password breaks. */
export function checkPassword(
  { Policies: { PasswordPolicy: policy } }: PoolSettings,
  password: string,
): void {
  if (password.length > 256 || password !== password.trim()) {
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$',
    );
  }
  const rules: [isMet: boolean, message: string][] = [
    [password.length >= policy.MinimumLength, 'Password not long enough'],
    [!policy.RequireLowercase || /[a-z]/.test(password), 'Password must have lowercase characters'],
    [!policy.RequireNumbers || /[0-9]/.test(password), 'Password must have numeric characters'],
  ];
  const broken = rules.find(([isMet]) => !isMet);
  if (broken !== undefined) {
    throw new AwsJsonError('InvalidPasswordException', `Password did not conform with policy: ${broken[1]}`);
  }
}
