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

/** Lets pages of any origin send requests with any headers. Other CORS rules are not emulated. */
export interface CorsRule {
  methods: string[];
  maxAgeSeconds: number;
}

export interface BucketOptions {
  /** @default pages of other origins cannot read responses */
  cors?: CorsRule | undefined;
  /** Whether the bucket keeps the older versions of its objects. @default false */
  isVersioned?: boolean;
}

/** Creates the buckets of the template: the emulator, or another S3 service. */
export interface BucketCreator {
  endpoint: string;
  createBucket(name: string, options?: BucketOptions): void | Promise<void>;
  /** Reads an object like CloudFront. @returns undefined if it does not exist. */
  readObject(bucket: string, key: string): Promise<SiteFile | undefined>;
}

/** Connects an S3 service that takes the place of the emulator. It must accept the local credentials. */
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
