import { describe, expect, it } from 'vitest';
import { dev, other, prod, render } from '../support/cloud.ts';

const pool = prod.one('AWS::Cognito::UserPool', 'IdentityPool');
const client = prod.one('AWS::Cognito::UserPoolClient', 'IdentityPoolSite');

describe('the user pool', () => {
  it('knows people by their e-mail address, however they write it', () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      Schema: [{ Name: 'email', Required: true, Mutable: true }],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
    expect(pool.Properties).not.toHaveProperty('AliasAttributes');
  });

  it('asks for a password of ten characters, with a letter and a digit', () => {
    expect(pool.Properties['Policies']).toEqual({
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

  it('verifies an address by a code, which its mail has in words and in a link to the site', () => {
    const { DefaultEmailOption, EmailMessage } = pool.Properties['VerificationMessageTemplate'] as {
      DefaultEmailOption: string;
      EmailMessage: unknown;
    };
    const message = render(EmailMessage);

    expect(DefaultEmailOption).toBe('CONFIRM_WITH_CODE');
    expect(message).toContain('Your Thumbforge code is <b>{####}</b>.');
    expect(message).toContain('href="https://${SiteDistribution.DomainName}/auth?code={####}"');
    // What Cognito takes (API reference, VerificationMessageTemplateType).
    expect(message).toMatch(/^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*\{####\}[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*$/u);
    expect(message.length).toBeLessThan(20_000);
  });

  it('lets a password in alone, where the stage does not say otherwise', () => {
    expect(pool.Properties['Policies']).not.toHaveProperty('SignInPolicy');
    expect(other.one('AWS::Cognito::UserPool', 'IdentityPool').Properties['Policies']).toMatchObject({
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
    });
  });

  it('leaves the words of a one-time code to Cognito, which takes others with multi-factor sign-in alone', () => {
    const { Properties } = other.one('AWS::Cognito::UserPool', 'IdentityPool');

    expect(Properties).not.toHaveProperty('MfaConfiguration');
    expect(Properties).not.toHaveProperty('EmailAuthenticationMessage');
    expect(Properties).not.toHaveProperty('EmailAuthenticationSubject');
  });

  it('sends mail through SES where the stage has it, in the name of a verified domain', () => {
    const { EmailConfiguration } = other.one('AWS::Cognito::UserPool', 'IdentityPool').Properties as {
      EmailConfiguration: Record<string, unknown>;
    };

    expect(pool.Properties).not.toHaveProperty('EmailConfiguration');
    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Other <no-reply@mail.example.com>',
    });
    expect(render(EmailConfiguration['SourceArn'])).toMatch(
      /:ses:us-east-1:.*:identity\/mail\.example\.com$/,
    );
  });

  it('is warned of in prod as long as Cognito itself sends the mail', () => {
    const warning =
      'Cognito itself sends at most 50 messages a day. Give this stage the setting ses before creators come.';

    expect(prod.warnings).toContain(warning);
    expect(dev.warnings).not.toContain(warning);
    expect(other.warnings).not.toContain(warning);
  });

  it('runs welcome-user after a confirmation, which only this pool may do, and runs nothing else', () => {
    const { LambdaConfig } = pool.Properties as { LambdaConfig: Record<string, unknown> };
    const permission = prod.one('AWS::Lambda::Permission', 'IdentityPoolPostConfirmationCognito').Properties;

    expect(Object.keys(LambdaConfig)).toEqual(['PostConfirmation']);
    expect(render(LambdaConfig['PostConfirmation'])).toBe('${WelcomeUserFunction.Arn}');
    expect(permission['Principal']).toBe('cognito-idp.amazonaws.com');
    expect(render(permission['FunctionName'])).toBe('${WelcomeUserFunction.Arn}');
    expect(render(permission['SourceArn'])).toBe('${IdentityPool.Arn}');
  });

  it('is kept in prod, and gone with the stack in dev', () => {
    expect(pool).toMatchObject({ DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
    expect(dev.one('AWS::Cognito::UserPool', 'IdentityPool')).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtection: 'INACTIVE' },
    });
  });
});

describe("the site's client", () => {
  it('is the only one, and holds no secret that a browser would have to keep', () => {
    expect(Object.keys(prod.all('AWS::Cognito::UserPoolClient'))).toEqual(['IdentityPoolSite']);
    expect(client.Properties).not.toHaveProperty('GenerateSecret');
  });

  it('signs in by SRP, where the password never travels, and by a mailed code where the stage says so', () => {
    expect(client.Properties['ExplicitAuthFlows']).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(
      other.one('AWS::Cognito::UserPoolClient', 'IdentityPoolSite').Properties['ExplicitAuthFlows'],
    ).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH']);
    expect(client.Properties['AllowedOAuthFlowsUserPoolClient']).toBe(false);
    expect(client.Properties['SupportedIdentityProviders']).toEqual(['COGNITO']);
  });

  it('does not tell who has an account', () => {
    expect(client.Properties['PreventUserExistenceErrors']).toBe('ENABLED');
  });

  it('has tokens of an hour, which can be revoked, and renews them with a token used once', () => {
    expect(client.Properties).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    });
  });
});
