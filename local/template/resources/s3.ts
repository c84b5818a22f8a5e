import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import type { ProvisioningContext } from './context.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createWildcard } from '../../iam/policy.ts';

const anything = z.tuple([z.literal('*')]);
const bucketProperties = z.object({
  BucketName: z.string().optional(),
  VersioningConfiguration: z.object({ Status: z.literal('Enabled') }).optional(),
  CorsConfiguration: z
    .object({
      // The emulator does not support other rules.
      CorsRules: z.tuple([
        z.strictObject({
          AllowedOrigins: anything,
          AllowedHeaders: anything,
          AllowedMethods: z.array(z.string()),
          MaxAge: z.number(),
        }),
      ]),
    })
    .optional(),
});

/**
 * Provisions `AWS::S3::Bucket`: a private bucket with its CORS rule and versions. Encryption, lifecycle and policies have no effect on this
 * machine.
 */
export function createS3Provisioners({
  s3,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::S3::Bucket': async (logicalId, properties) => {
      const { BucketName, CorsConfiguration, VersioningConfiguration } = bucketProperties.parse(properties);
      const name = BucketName ?? `${stackName}-${logicalId}`.toLowerCase();
      const [rule] = CorsConfiguration?.CorsRules ?? [];
      await s3.createBucket(name, {
        cors: rule && { methods: rule.AllowedMethods, maxAgeSeconds: rule.MaxAge },
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

const patterns = z.array(z.string()).default([]);
const deploymentProperties = z.object({
  SourceObjectKeys: z.array(z.string()),
  /** The markers in the files of each source, and their values. */
  SourceMarkers: z.array(z.record(z.string(), z.unknown())).default([]),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().optional(),
  Exclude: patterns,
  Include: patterns,
  SystemMetadata: z.record(z.string(), z.string()).default({}),
});

/** Provisions the CDK's `Custom::CDKBucketDeployment`: copies the files of an asset to a bucket and replaces markers. */
export function createBucketDeploymentProvisioners({
  assets,
  files,
  localize,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'Custom::CDKBucketDeployment': async (logicalId, properties) => {
      const given = deploymentProperties.parse(properties);
      for (const [index, key] of given.SourceObjectKeys.entries()) {
        const folder = assets.get(key);
        if (folder === undefined) throw new Error(`its source ${key} is not in the assembly`);
        const markers = Object.entries(given.SourceMarkers[index] ?? {});
        for (const path of await listFiles(folder)) {
          if (!isIncluded(path, given.Exclude, given.Include)) continue;
          const bytes = replaceMarkers(await readFile(join(folder, path)), markers, localize);
          const cacheControl = given.SystemMetadata['cache-control'];
          const prefix = given.DestinationBucketKeyPrefix;
          const key = prefix === undefined ? path : `${prefix}/${path}`;
          files.put(given.DestinationBucketName, key, { bytes, cacheControl });
        }
      }
      return { ref: logicalId };
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Returns true if a file is copied. Excluded files can be included again, as with `aws s3 sync`. */
function isIncluded(path: string, exclude: string[], include: string[]): boolean {
  const matches = (pattern: string) => createWildcard(pattern).test(path);
  return !exclude.some(matches) || include.some(matches);
}

function replaceMarkers(
  bytes: Buffer,
  markers: [string, unknown][],
  localize: (text: string) => string,
): Buffer {
  if (markers.length === 0) return bytes;
  const text = markers.reduce(
    (replaced, [marker, value]) => replaced.replaceAll(marker, String(value)),
    bytes.toString(),
  );
  return Buffer.from(localize(text));
}
