import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

interface ImagesProps {
  stage: string;
  /** Origin of the site, which may fetch a picture to download it. */
  siteOrigin: string;
  keepData: boolean;
}

/** The private bucket of pictures. They leave it through presigned URLs alone. */
export class Images extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { stage, siteOrigin, keepData }: ImagesProps) {
    super(scope, id);
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
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      autoDeleteObjects: !keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
