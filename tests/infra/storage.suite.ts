import { describe, expect, it } from 'vitest';
import { dev, listPermissions, listStatements, other, prod, render, type Cloud } from './support/cloud.ts';

const TABLE = 'AWS::DynamoDB::Table';
const BUCKET = 'AWS::S3::Bucket';

/** Every resource with data that a deployment cannot restore. */
const DATA = Object.entries(prod.all()).filter(
  ([id, { Type }]) =>
    [TABLE, BUCKET, 'AWS::Cognito::UserPool', 'AWS::SecretsManager::Secret'].includes(Type) &&
    id !== 'SiteBucket',
);

describe('the data', () => {
  it.each(DATA)('in %s is kept in prod when the stack is deleted, and deleted in dev', (id, { Type }) => {
    expect(prod.one(Type, id)).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(dev.one(Type, id)).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
  });

  it.each(Object.keys(prod.all(TABLE)))('in the table %s is encrypted, restorable and protected', (id) => {
    for (const cloud of [prod, dev]) {
      expect(cloud.one(TABLE, id).Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: cloud === prod,
      });
    }
  });

  it('of users is protected from deletion in prod', () => {
    const readProtection = (cloud: Cloud) =>
      cloud.one('AWS::Cognito::UserPool', 'IdentityPool').Properties['DeletionProtection'];

    expect([prod, dev].map(readProtection)).toEqual(['ACTIVE', 'INACTIVE']);
  });

  it('in the ledger, of users, purchases, thumbnails and welcomed addresses never expires', () => {
    const expiring = Object.entries(prod.all(TABLE)).filter(
      ([, { Properties }]) => 'TimeToLiveSpecification' in Properties,
    );

    expect(expiring.map(([id]) => id)).toEqual(['DataRateLimits']);
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

  it.each(Object.keys(prod.all(BUCKET)))('denies access without TLS: %s', (id) => {
    const document = prod.one('AWS::S3::BucketPolicy', `${id}Policy`).Properties['PolicyDocument'];

    expect(listPermissions(document)).toEqual(
      expect.arrayContaining([`Deny s3:* \${${id}.Arn}`, `Deny s3:* \${${id}.Arn}/*`]),
    );
    expect(listStatements(document)).toContainEqual(
      expect.objectContaining({
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });
});

describe('the images bucket', () => {
  const bucket = prod.one(BUCKET, 'ImagesBucket').Properties;

  it('has no policy that allows access: only presigned URLs and the functions read it', () => {
    const policy = prod.one('AWS::S3::BucketPolicy', 'ImagesBucketPolicy').Properties['PolicyDocument'];

    expect(listStatements(policy).map(({ Effect }) => Effect)).toEqual(['Deny']);
  });

  it('allows cross-origin reads only from the site', () => {
    const { CorsRules } = bucket['CorsConfiguration'] as {
      CorsRules: { AllowedMethods: string[]; AllowedOrigins: unknown[] }[];
    };

    expect(CorsRules.map(({ AllowedMethods }) => AllowedMethods)).toEqual([['GET']]);
    expect(CorsRules.flatMap(({ AllowedOrigins }) => AllowedOrigins.map(render))).toEqual([
      'https://${SiteDistribution.DomainName}',
    ]);
  });

  it('expires images only if the stage sets imageExpiryDays', () => {
    expect(bucket['LifecycleConfiguration']).toEqual({
      Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }],
    });
    expect(other.one(BUCKET, 'ImagesBucket').Properties['LifecycleConfiguration']).toMatchObject({
      Rules: [
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        { Prefix: 'thumbnails/', ExpirationInDays: 90, Status: 'Enabled' },
      ],
    });
  });

  it('is emptied at the deletion of dev, but not of prod', () => {
    const listEmptied = (cloud: Cloud) =>
      Object.values(cloud.all('Custom::S3AutoDeleteObjects')).map(({ Properties }) =>
        render(Properties['BucketName']),
      );

    expect(listEmptied(prod)).toEqual(['${SiteBucket}']);
    expect(listEmptied(dev).sort()).toEqual(['${ImagesBucket}', '${SiteBucket}']);
  });
});
