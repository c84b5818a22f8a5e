import { Duration } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledgeFolder, createPrivateBucket } from './private-bucket.ts';

/** Period for which an older address or status of a user is kept. S3 rounds up to the next midnight (UTC). */
const OLDER_VERSIONS = Duration.days(35);

/**
 * The private bucket with the address of each account, for a user pool that is lost. An account's deletion deletes its object.
 * @param keepData keeps the bucket when the stack is deleted.
 */
export function createUserExport(scope: Construct, keepData: boolean): s3.Bucket {
  const bucket = createPrivateBucket(new Construct(scope, 'UserExport'), {
    keepData,
    withoutLog: 'Only functions of the stack and its operators have access. No URL leads to an object.',
    versioned: true,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        expiredObjectDeleteMarker: true,
        noncurrentVersionExpiration: OLDER_VERSIONS,
      },
    ],
  });
  acknowledgeFolder(
    bucket,
    'users',
    "The key of an object holds the user's ID, so the prefix cannot be narrower.",
  );
  return bucket;
}
