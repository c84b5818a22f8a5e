import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import type { ProvisioningContext } from './context.ts';

const names = z.array(z.string().regex(/^(\*|[^*]+)$/));
const bucketProperties = z.object({
  BucketName: z.string().optional(),
  VersioningConfiguration: z.object({ Status: z.literal('Enabled') }).optional(),
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        // Other fields, and patterns with a * inside, are not emulated.
        z.strictObject({
          AllowedOrigins: names,
          AllowedMethods: names,
          AllowedHeaders: names.optional(),
          MaxAge: z.number().optional(),
        }),
      ),
    })
    .optional(),
});

/** `AWS::S3::Bucket`: a private bucket with its CORS rules and versions. Encryption, lifecycle and policies have no effect here. */
export function createS3Provisioners({
  s3,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::S3::Bucket': async (logicalId, properties) => {
      const { BucketName, CorsConfiguration, VersioningConfiguration } = bucketProperties.parse(properties);
      const name = BucketName ?? `${stackName}-${logicalId}`.toLowerCase();
      const cors = CorsConfiguration?.CorsRules.map((rule) => ({
        allowedOrigins: rule.AllowedOrigins,
        allowedMethods: rule.AllowedMethods,
        ...(rule.AllowedHeaders && { allowedHeaders: rule.AllowedHeaders }),
        ...(rule.MaxAge !== undefined && { maxAgeSeconds: rule.MaxAge }),
      }));
      await s3.createBucket(name, {
        ...(cors && { cors }),
        isVersioned: VersioningConfiguration !== undefined,
      });
      return {
        ref: name,
        attributes: {
          Arn: `arn:aws:s3:::${name}`,
          DomainName: `${name}.s3.amazonaws.com`,
          RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
        },
      };
    },
  };
}
