import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageSettings } from '../stages/settings.ts';

/** The name of the bucket's request metrics, which cover all of its objects. */
export const REQUEST_METRICS = 'AllObjects';

interface ImagesProps {
  settings: Pick<StageSettings, 'stage' | 'keepData' | 'imageExpiryDays'>;
  /** The origin that may fetch an image for a download, and upload a reference image. */
  siteOrigin: string;
}

/** The private bucket of the images and reference images. Browsers have access only by presigned URLs. */
export class Images extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { settings, siteOrigin }: ImagesProps) {
    super(scope, id);
    const { stage, keepData, imageExpiryDays } = settings;
    this.bucket = new s3.Bucket(this, 'Bucket', {
      bucketName: getBucketName(stage, Aws.ACCOUNT_ID, Aws.REGION),
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // For the alarms: browsers use the bucket directly, so no other metric counts their requests.
      metrics: [{ id: REQUEST_METRICS }],
      cors: [
        {
          allowedMethods: [s3.HttpMethods.GET, s3.HttpMethods.PUT],
          allowedOrigins: [siteOrigin],
          allowedHeaders: ['*'],
          maxAge: 3_600,
        },
      ],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // In addition to delete-expired-references, which deletes earlier.
        { prefix: 'references/', expiration: Duration.days(1) },
        ...(imageExpiryDays === undefined
          ? []
          : [{ prefix: 'thumbnails/', expiration: Duration.days(imageExpiryDays) }]),
      ],
      autoDeleteObjects: !keepData,
      // The rollback of a first deployment deletes the empty bucket: its fixed name would block the next attempt.
      removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const logicalId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Its access log would store every presigned URL, which opens an image. Only these URLs and the functions have access.',
    });
    // The finding is on the role of each function that has access to images.
    for (const folder of ['thumbnails', 'references']) {
      acknowledge(Stack.of(this), {
        [`AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${folder}/*]`]:
          "The key of an image holds the user's ID and the image's ID, so the prefix cannot be narrower.",
      });
    }
  }
}

/**
 * A fixed name: the content security policy of the site needs it, and the bucket's CORS rules need the site's origin. A
 * reference in each direction would be circular.
 */
export function getBucketName(stage: string, account: string, region: string): string {
  return `thumbforge-${stage}-images-${account}-${region}`;
}

/** The origin of the images' presigned URLs. */
export function getImagesOrigin(stage: string): string {
  return `https://${getBucketName(stage, Aws.ACCOUNT_ID, Aws.REGION)}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
}
