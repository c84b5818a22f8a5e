import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageSettings } from '../stages/settings.ts';

interface ImagesProps {
  settings: Pick<StageSettings, 'stage' | 'keepData' | 'imageExpiryDays'>;
  /** Origin of the site, which may fetch a picture to download it. */
  siteOrigin: string;
}

/** The private bucket of pictures. They leave it through presigned URLs alone. */
export class Images extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { settings, siteOrigin }: ImagesProps) {
    super(scope, id);
    const { stage, keepData, imageExpiryDays } = settings;
    this.bucket = new s3.Bucket(this, 'Bucket', {
      bucketName: imagesBucketName(stage),
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
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Its access log would keep every presigned URL, which opens a picture to whoever reads it. Nothing but those and the functions gets in.',
    });
    // Each function that has to do with pictures says so in its own permissions.
    acknowledge(Stack.of(this), {
      [`AwsSolutions-IAM5[Resource::<${logicalId(this.bucket)}.Arn>/thumbnails/*]`]:
        "A picture's key is made of its user's id and its own: the folder is as narrow as its name can be.",
    });
  }
}

/**
 * The bucket's name, known before the bucket: the site's security policy names it, the bucket's CORS names the
 * site, and a reference each way would be a circle.
 */
function imagesBucketName(stage: string): string {
  return `thumbforge-${stage}-images-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
}

/** Where the pictures' presigned URLs lead. */
export function imagesOrigin(stage: string): string {
  return `https://${imagesBucketName(stage)}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
}

function logicalId(bucket: s3.Bucket): string {
  return Stack.of(bucket).getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
}
