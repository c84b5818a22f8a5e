import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** How long an older address or status of a user is kept. S3 rounds up to the next midnight (UTC). */
const OLDER_VERSIONS = Duration.days(35);

interface UserExportProps {
  /** Keeps the bucket when the stack is deleted. */
  keepData: boolean;
}

/** The private bucket with the address of each account, for a user pool that is lost. An account's deletion deletes its object. */
export class UserExport extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { keepData }: UserExportProps) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Bucket', {
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          expiredObjectDeleteMarker: true,
          noncurrentVersionExpiration: OLDER_VERSIONS,
        },
      ],
      autoDeleteObjects: !keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const logicalId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Only functions of the stack and its operators have access. No URL leads to an object.',
    });
    acknowledge(Stack.of(this), {
      [`AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/users/*]`]:
        "The key of an object holds the user's ID, so the prefix cannot be narrower.",
    });
  }
}
