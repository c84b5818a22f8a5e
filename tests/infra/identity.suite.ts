import { describe, expect, it } from 'vitest';
import { dev, other, prod, render } from './support/cloud.ts';

const POOL = 'AWS::Cognito::UserPool';
const CLIENT = 'AWS::Cognito::UserPoolClient';
const pool = prod.one(POOL, 'IdentityPool').Properties;
const client = prod.one(CLIENT, 'IdentityPoolSite').Properties;
const otherPool = other.one(POOL, 'IdentityPool').Properties;

describe('the user pool', () => {
  it('identifies users by their e-mail address, ignores its case, and allows sign-up', () => {
    expect(pool).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      Schema: [{ Name: 'email', Required: true, Mutable: true }],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
    expect(pool).not.toHaveProperty('AliasAttributes');
  });

  it('requires a password of ten characters with a letter and a digit', () => {
    expect(pool['Policies']).toEqual({
      PasswordPolicy: {
        MinimumLength: 10,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: false,
        RequireUppercase: false,
        TemporaryPasswordValidityDays: 3,
      },
    });
  });

  it('sends the code as text and as a link to the site, in a message that Cognito accepts', () => {
    const { DefaultEmailOption, EmailMessage } = pool['VerificationMessageTemplate'] as {
      DefaultEmailOption: string;
      EmailMessage: unknown;
    };
    const message = render(EmailMessage);

    expect(DefaultEmailOption).toBe('CONFIRM_WITH_CODE');
    expect(message).toContain('Your Thumbforge code is <b>{####}</b>.');
    expect(message).toContain('href="https://${SiteDistribution.DomainName}/auth?code={####}"');
    // Cognito API reference, VerificationMessageTemplateType.
    expect(message).toMatch(/^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*\{####\}[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*$/u);
    expect(message.length).toBeLessThan(20_000);
  });

  it('offers one-time codes only with the setting magicLink, with the text of Cognito', () => {
    expect(otherPool['Policies']).toMatchObject({
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
    });
    // Cognito rejects a custom text of the one-time code without multi-factor authentication.
    expect(otherPool).not.toHaveProperty('EmailAuthenticationMessage');
    expect(client['ExplicitAuthFlows']).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(other.one(CLIENT, 'IdentityPoolSite').Properties['ExplicitAuthFlows']).toEqual([
      'ALLOW_USER_SRP_AUTH',
      'ALLOW_USER_AUTH',
    ]);
  });

  it('sends e-mail through SES if the stage sets ses', () => {
    const { EmailConfiguration } = otherPool as { EmailConfiguration: Record<string, unknown> };

    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Other <no-reply@mail.example.com>',
    });
    expect(render(EmailConfiguration['SourceArn'])).toBe(
      'arn:aws:ses:us-east-1:${AWS::AccountId}:identity/mail.example.com',
    );
    expect(pool).not.toHaveProperty('EmailConfiguration');
  });

  it('warns about missing SES only if the stage keeps its data', () => {
    const warning =
      'Cognito sends at most 50 e-mails a day. Set ses in the settings of this stage before creators use it.';

    expect([prod, dev, other].map(({ warnings }) => warnings.includes(warning))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('triggers only welcome-user, after a confirmation', () => {
    const { LambdaConfig } = pool as { LambdaConfig: Record<string, unknown> };

    expect(Object.keys(LambdaConfig)).toEqual(['PostConfirmation']);
    expect(render(LambdaConfig['PostConfirmation'])).toBe('${WelcomeUserFunction.Arn}');
  });
});

describe("the site's client", () => {
  it('is the only client and has no secret', () => {
    expect(Object.keys(prod.all(CLIENT))).toEqual(['IdentityPoolSite']);
    expect(client).not.toHaveProperty('GenerateSecret');
  });

  it('signs in by SRP without OAuth, and does not reveal whether an account exists', () => {
    expect(client).toMatchObject({
      AllowedOAuthFlowsUserPoolClient: false,
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  it('has tokens of one hour and revocable, rotated refresh tokens of 30 days', () => {
    expect(client).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    });
  });
});
