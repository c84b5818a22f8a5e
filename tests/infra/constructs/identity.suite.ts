import { describe, expect, it } from 'vitest';
import { dev, prod, render } from '../support/cloud.ts';

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

  it('verifies an address by a code', () => {
    expect(pool.Properties['VerificationMessageTemplate']).toMatchObject({
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
      EmailMessage: expect.stringContaining('{####}') as string,
    });
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

  it('signs in by SRP alone: the password never travels', () => {
    expect(client.Properties['ExplicitAuthFlows']).toEqual(['ALLOW_USER_SRP_AUTH']);
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
