import { describe, expect, it } from 'vitest';
import { dev, other, permissions, prod, render, statements } from '../support/cloud.ts';

const bucket = prod.one('AWS::S3::Bucket', 'ImagesBucket');

describe('the bucket of pictures', () => {
  it('is private, encrypted, and owned by its account', () => {
    expect(bucket.Properties).toMatchObject({
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
  });

  it('is reached over TLS alone, and its policy allows nobody', () => {
    const document = prod.one('AWS::S3::BucketPolicy', 'ImagesBucketPolicy').Properties['PolicyDocument'];

    expect(permissions(document)).toEqual([
      'Deny s3:* ${ImagesBucket.Arn}',
      'Deny s3:* ${ImagesBucket.Arn}/*',
    ]);
    expect(statements(document)).toMatchObject([
      { Principal: { AWS: '*' }, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ]);
  });

  it("lets the site's origin alone read across origins", () => {
    const { CorsRules: rules } = bucket.Properties['CorsConfiguration'] as {
      CorsRules: { AllowedMethods: string[]; AllowedOrigins: unknown[] }[];
    };

    expect(rules.map(({ AllowedMethods }) => AllowedMethods)).toEqual([['GET']]);
    expect(rules.flatMap(({ AllowedOrigins }) => AllowedOrigins.map(render))).toEqual([
      'https://${SiteDistribution.DomainName}',
    ]);
  });

  it('has the name that the security policy of the pages allows', () => {
    expect(render(bucket.Properties['BucketName'])).toBe(
      'thumbforge-prod-images-${AWS::AccountId}-${AWS::Region}',
    );
  });

  it('clears up uploads that were never finished, and never a picture', () => {
    expect(bucket.Properties['LifecycleConfiguration']).toEqual({
      Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }],
    });
  });

  it('lets pictures go by their age where the stage says so', () => {
    const { Properties } = other.one('AWS::S3::Bucket', 'ImagesBucket');

    expect(Properties['LifecycleConfiguration']).toMatchObject({
      Rules: [
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        { Prefix: 'thumbnails/', ExpirationInDays: 90, Status: 'Enabled' },
      ],
    });
  });

  it('is kept in prod; emptied and gone with the stack in dev', () => {
    const emptied = (cloud: typeof prod) =>
      Object.values(cloud.all('Custom::S3AutoDeleteObjects')).map(({ Properties }) =>
        render(Properties['BucketName']),
      );

    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(emptied(prod)).toEqual(['${SiteBucket}']);
    expect(dev.one('AWS::S3::Bucket', 'ImagesBucket')).toMatchObject({ DeletionPolicy: 'Delete' });
    expect(emptied(dev).sort()).toEqual(['${ImagesBucket}', '${SiteBucket}']);
  });
});
