import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageSettings } from '../stages/settings.ts';

interface ImagesProps {
  settings: Pick<StageSettings, 'stage' | 'keepData' | 'imageExpiryDays'>;
  /** The origin that may fetch an image for a download. */
  siteOrigin: string;
}

/** The private bucket of the images. Browsers read it only by presigned URLs. */
export class Images extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { settings, siteOrigin }: ImagesProps) {
    super(scope, id);
    const { stage, keepData, imageExpiryDays } = settings;
    this.bucket = new s3.Bucket(this, 'Bucket', {
      bucketName: getBucketName(stage),
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      cors: [
        {
          allowedMethods: [s3.HttpMethods.GET],
          allowedOrigins: [siteOrigin],
          allowedHeaders: ['*'],
          maxAge: 3_600,
        },
      ],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...(imageExpiryDays === undefined
          ? []
          : [{ prefix: 'thumbnails/', expiration: Duration.days(imageExpiryDays) }]),
      ],
      autoDeleteObjects: !keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const logicalId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Its access log would store every presigned URL, which opens an image. Only these URLs and the functions have access.',
    });
    // The finding is on the role of each function that has access to images.
    acknowledge(Stack.of(this), {
      [`AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/thumbnails/*]`]:
        "The key of an image holds the user's ID and the image's ID, so the prefix cannot be narrower.",
    });
  }
}

/**
 * A fixed name: the content security policy of the site needs it, and the bucket's CORS rules need the site's origin. A
 * reference in each direction would be circular.
 */
function getBucketName(stage: string): string {
  return `thumbforge-${stage}-images-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
}

/** The origin of the images' presigned URLs. */
export function getImagesOrigin(stage: string): string {
  return `https://${getBucketName(stage)}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
}
