import { describe, expect, it } from 'vitest';
import { FORMER_LISTED_INDEX, LISTED_INDEX } from '#contract/tables.ts';
import { SHORTEST_DELAY_SECONDS } from '#contract/waiting-line.ts';
import { parseSettings } from '../../infra/stages/settings.ts';
import { dev, full, largest, named, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const TABLE = 'AWS::DynamoDB::GlobalTable';
const BUCKET = 'AWS::S3::Bucket';
const POOL = 'AWS::Cognito::UserPool';
const CLIENT = 'AWS::Cognito::UserPoolClient';
const pool = prod.one(POOL, 'IdentityPool').Properties;
const client = prod.one(CLIENT, 'IdentityPoolSite').Properties;
const fullPool = full.one(POOL, 'IdentityPool').Properties;

/** Every resource with data that a deployment cannot restore. */
const DATA = Object.entries(prod.all()).filter(
  ([id, { Type }]) =>
    [TABLE, BUCKET, POOL, 'AWS::SecretsManager::Secret'].includes(Type) &&
    // A new key makes new URLs.
    !['SiteBucket', 'ImagesKeysKey1Secret'].includes(id),
);

it('the message of a waiting generation can be delivered at the shortest delay until its longest wait', () => {
  const { RedrivePolicy } = prod.one('AWS::SQS::Queue', 'WaitingLineQueue').Properties;
  const { maxReceiveCount } = RedrivePolicy as { maxReceiveCount: number };
  const { longestWaitSeconds } = parseSettings({ stage: 'prod' });

  expect(maxReceiveCount).toBeGreaterThan(longestWaitSeconds / SHORTEST_DELAY_SECONDS);
});

it('the code of the deployment before can read the lists until it is replaced, after its role', () => {
  const indexes = [LISTED_INDEX, FORMER_LISTED_INDEX];
  const readers = Object.values(prod.all('AWS::IAM::Role')).flatMap(({ Properties }) => {
    const role = JSON.stringify(Properties);
    const read = indexes.filter((index) => role.includes(`/index/${index}"`));
    return read.length > 0 ? [read] : [];
  });

  expect(readers).toEqual(Array.from({ length: 5 }, () => indexes));
});

interface LambdaConfig {
  PreTokenGenerationConfig: { LambdaArn: unknown; LambdaVersion: string };
}

describe('the data', () => {
  // CloudFormation cannot delete a protected resource, so a rollback of the first deployment must also keep it. The rollback
  // deletes the other resources: the fixed name of a remaining bucket would block the next attempt.
  const isProtected = (type: string) => [TABLE, POOL].includes(type);
  const isDisposable = (id: string) => id === 'DataRateLimits';

  it.each(DATA.filter(([id]) => !isDisposable(id)))(
    'in %s is kept in prod when the stack is deleted, and deleted in dev',
    (id, { Type }) => {
      expect(prod.one(Type, id)).toMatchObject({
        DeletionPolicy: isProtected(Type) ? 'Retain' : 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      expect(dev.one(Type, id)).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
    },
  );

  it.each(Object.keys(prod.all(TABLE)))('in the table %s is encrypted, restorable and protected', (id) => {
    for (const cloud of [prod, dev]) {
      expect(cloud.one(TABLE, id).Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        Replicas: [
          {
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: !isDisposable(id) },
            DeletionProtectionEnabled: cloud === prod && !isDisposable(id),
          },
        ],
      });
    }
  });

  it('of the rate limits is deleted with the stack: its counters are worth nothing later', () => {
    expect(prod.one(TABLE, 'DataRateLimits')).toMatchObject({
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    });
  });

  it('of users is protected from deletion in prod', () => {
    const readProtection = (cloud: Cloud) => cloud.one(POOL, 'IdentityPool').Properties['DeletionProtection'];

    expect([prod, dev].map(readProtection)).toEqual(['ACTIVE', 'INACTIVE']);
  });

  it('in the ledger, of users, purchases and welcomed addresses never expires, of thumbnails what failed, and keys of deleted accounts', () => {
    const expiring = Object.entries(prod.all(TABLE)).filter(
      ([, { Properties }]) => 'TimeToLiveSpecification' in Properties,
    );

    expect(expiring.map(([id]) => id)).toEqual(['DataThumbnails', 'DataRateLimits', 'DataApiKeys']);
  });
});

describe('every bucket', () => {
  it.each(Object.entries(prod.all(BUCKET)))('is private and encrypted: %s', (_, { Properties }) => {
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    expect(Properties).not.toHaveProperty('WebsiteConfiguration');
  });
});

describe('the images bucket', () => {
  const bucket = prod.one(BUCKET, 'ImagesBucket').Properties;

  it('has a name that CloudFormation makes, and takes uploads from the site, or from any origin without a domain', () => {
    const listOrigins = (cloud: Cloud) => cloud.one(BUCKET, 'ImagesBucket').Properties['CorsConfiguration'];
    const rule = { AllowedHeaders: ['*'], AllowedMethods: ['PUT'], MaxAge: 3_600 };

    expect(bucket).not.toHaveProperty('BucketName');
    expect(listOrigins(prod)).toEqual({ CorsRules: [{ ...rule, AllowedOrigins: ['*'] }] });
    expect(listOrigins(named)).toEqual({
      CorsRules: [{ ...rule, AllowedOrigins: [`https://${STAGES.named.domain?.name}`] }],
    });
  });

  it('expires uploads after a day, deleted images after seven days, and others only if the stage sets imageExpiryDays', () => {
    const Status = 'Enabled';
    const leftovers = {
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      ExpiredObjectDeleteMarker: true,
      Status,
    };
    const references = {
      Prefix: 'references/',
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      Status,
    };
    const images = { Prefix: 'images/', NoncurrentVersionExpiration: { NoncurrentDays: 7 }, Status };
    expect(bucket['VersioningConfiguration']).toEqual({ Status });
    expect(bucket['LifecycleConfiguration']).toEqual({ Rules: [leftovers, references, images] });
    expect(full.one(BUCKET, 'ImagesBucket').Properties['LifecycleConfiguration']).toEqual({
      Rules: [leftovers, references, { ...images, ExpirationInDays: 90 }],
    });
  });

  it('is emptied at the deletion of dev, but not of prod', () => {
    const listEmptied = (cloud: Cloud) =>
      Object.values(cloud.all('Custom::S3AutoDeleteObjects')).map(({ Properties }) =>
        render(Properties['BucketName']),
      );

    expect(listEmptied(prod)).toEqual(['${SiteBucket}']);
    expect(listEmptied(dev).sort()).toEqual(['${ImagesBucket}', '${SiteBucket}', '${UserExportBucket}']);
  });
});

describe('the bucket of the exported users', () => {
  it('keeps their objects, and older versions for 35 days', () => {
    const { DeletionPolicy, Properties } = prod.one(BUCKET, 'UserExportBucket');
    expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(Properties['VersioningConfiguration']).toEqual({ Status: 'Enabled' });
    expect(Properties['LifecycleConfiguration']).toEqual({
      Rules: [
        {
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          ExpiredObjectDeleteMarker: true,
          NoncurrentVersionExpiration: { NoncurrentDays: 35 },
          Status: 'Enabled',
        },
      ],
    });
  });
});

describe('the logs', () => {
  it.each(Object.entries({ prod, dev, full, named }))(
    'of every function, also those of CDK, expire as the settings say and are deleted with the stack: %s',
    (name, cloud) => {
      for (const [id, { Properties }] of Object.entries(cloud.all('AWS::Lambda::Function'))) {
        const { LogGroup } = (Properties['LoggingConfig'] ?? {}) as { LogGroup?: unknown };
        expect(LogGroup, id).toBeDefined();
      }
      const { logRetentionDays } = STAGES[name as keyof typeof STAGES];
      for (const [id, { Properties, DeletionPolicy }] of Object.entries(cloud.all('AWS::Logs::LogGroup'))) {
        expect([Properties['RetentionInDays'], DeletionPolicy], id).toEqual([logRetentionDays, 'Delete']);
      }
    },
  );
});

describe('the user pool', () => {
  it('sends the code as text and as a link to the site, in a message that Cognito accepts', () => {
    const { DefaultEmailOption, EmailMessage } = pool['VerificationMessageTemplate'] as {
      DefaultEmailOption: string;
      EmailMessage: unknown;
    };
    const message = render(EmailMessage);

    expect(DefaultEmailOption).toBe('CONFIRM_WITH_CODE');
    expect(message).toContain('<b>{####}</b>');
    expect(message).toContain('href="https://${SiteDistribution.DomainName}/auth?code={####}"');
    // Cognito API reference, VerificationMessageTemplateType.
    expect(message).toMatch(/^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*\{####\}[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*$/u);
    expect(message.length).toBeLessThan(20_000);
  });

  it('does not let a user change the address', () => {
    expect(pool['Schema']).toEqual([{ Name: 'email', Mutable: false, Required: true }]);
  });

  it('offers one-time codes only with the setting magicLink, with the text of Cognito', () => {
    expect(fullPool['Policies']).toMatchObject({
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
    });
    // Cognito rejects a custom text of the one-time code without multi-factor authentication.
    expect(fullPool).not.toHaveProperty('EmailAuthenticationMessage');
    expect(client['ExplicitAuthFlows']).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(full.one(CLIENT, 'IdentityPoolSite').Properties['ExplicitAuthFlows']).toEqual([
      'ALLOW_USER_SRP_AUTH',
      'ALLOW_USER_AUTH',
    ]);
  });

  it('sends e-mail through SES if the stage sets ses', () => {
    const { EmailConfiguration } = fullPool as { EmailConfiguration: Record<string, unknown> };

    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Full <no-reply@mail.example.com>',
    });
    expect(render(EmailConfiguration['SourceArn'])).toBe(
      'arn:aws:ses:us-east-1:${AWS::AccountId}:identity/mail.example.com',
    );
    expect(pool).not.toHaveProperty('EmailConfiguration');
  });

  it('sends from a subdomain with the verified parent domain that the stage names', () => {
    const { EmailConfiguration } = largest.one(POOL, 'IdentityPool').Properties as typeof fullPool & {
      EmailConfiguration: Record<string, unknown>;
    };

    expect(render(EmailConfiguration['SourceArn'])).toBe(
      'arn:aws:ses:ap-southeast-2:${AWS::AccountId}:identity/example.org',
    );
  });

  it('has only one client, without a secret', () => {
    expect(Object.keys(prod.all(CLIENT))).toEqual(['IdentityPoolSite']);
    expect(client).not.toHaveProperty('GenerateSecret');
  });

  it('triggers compose-code-email only with SES, because Cognito refuses its text without it', () => {
    const readTriggers = (cloud: Cloud) =>
      cloud.one(POOL, 'IdentityPool').Properties['LambdaConfig'] as Record<string, unknown>;

    expect(readTriggers(prod)).not.toHaveProperty('CustomMessage');
    expect(render(readTriggers(full)['CustomMessage'])).toBe('${ComposeCodeEmailFunction.Arn}');
  });

  it('triggers restrict-access-token in the version and the plan that can change access tokens', () => {
    const { LambdaArn, LambdaVersion } = (pool['LambdaConfig'] as LambdaConfig).PreTokenGenerationConfig;

    expect([render(LambdaArn), LambdaVersion]).toEqual(['${RestrictAccessTokenFunction.Arn}', 'V2_0']);
    expect(pool).toMatchObject({ UserPoolTier: 'ESSENTIALS' });
  });
});
