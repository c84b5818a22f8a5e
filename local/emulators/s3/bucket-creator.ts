import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  GetObjectCommand,
  NoSuchKey,
  PutBucketCorsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { LOCAL_CREDENTIALS } from '../../credentials.ts';
import type { SiteFile } from '../../site/bucket-files.ts';

/** A rule that lets pages of any origin send requests with any headers. Other CORS rules are not emulated. */
export interface CorsRule {
  methods: string[];
  maxAgeSeconds: number;
}

export interface BucketOptions {
  /** The CORS rule. @default pages of other origins cannot read responses */
  cors?: CorsRule | undefined;
  /** True if the bucket keeps the older versions of its objects. @default false */
  isVersioned?: boolean;
}

/** Creates the buckets of the template, in the emulator or in another S3 service. */
export interface BucketCreator {
  endpoint: string;
  createBucket(name: string, options?: BucketOptions): void | Promise<void>;
  /** Reads an object as CloudFront does. @returns undefined if the object does not exist. */
  readObject(bucket: string, key: string): Promise<SiteFile | undefined>;
}

/** Connects an S3 service that replaces the emulator. The service must accept the local credentials. */
export function connectOtherS3(endpoint: string, region: string): BucketCreator {
  const client = new S3Client({ endpoint, region, credentials: LOCAL_CREDENTIALS });
  return {
    endpoint,
    async createBucket(Bucket, { cors, isVersioned = false } = {}) {
      try {
        await client.send(new CreateBucketCommand({ Bucket }));
      } catch (error) {
        if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
      }
      if (isVersioned) {
        const VersioningConfiguration = { Status: 'Enabled' } as const;
        await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
      }
      if (cors === undefined) return;
      const { methods: AllowedMethods, maxAgeSeconds: MaxAgeSeconds } = cors;
      const rule = { AllowedOrigins: ['*'], AllowedHeaders: ['*'], AllowedMethods, MaxAgeSeconds };
      const CORSConfiguration = { CORSRules: [rule] };
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
    },
    async readObject(Bucket, Key) {
      try {
        const { Body, CacheControl } = await client.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        return { bytes, cacheControl: CacheControl };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
