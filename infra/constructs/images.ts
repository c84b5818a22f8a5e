import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { ImageKeys } from './image-keys.ts';
import { acknowledgeFolder, createPrivateBucket } from './private-bucket.ts';

/** The name of the bucket's request metrics, which cover all of its objects. */
export const REQUEST_METRICS = 'AllObjects';

/** Period in which a deleted image can be restored. S3 rounds up to the next midnight (UTC). */
const DELETED_IMAGES = Duration.days(7);

interface ImagesProps {
  settings: Pick<StageSettings, 'domain' | 'keepData' | 'imageExpiryDays' | 'imageKeys' | 'logRetentionDays'>;
}

/** The private bucket of the images, which CloudFront serves, and of the reference images, which browsers upload by presigned URLs. */
export class Images extends Construct {
  readonly bucket: s3.Bucket;
  readonly keys: ImageKeys;

  constructor(scope: Construct, id: string, { settings }: ImagesProps) {
    super(scope, id);
    const { domain, keepData, imageExpiryDays } = settings;
    this.bucket = createPrivateBucket(this, {
      keepData,
      withoutLog:
        'Its access log would store every presigned URL. Only these, CloudFront and the functions have access.',
      // For the alarms: the uploads of browsers and the downloads of CloudFront, of which it caches none.
      metrics: [{ id: REQUEST_METRICS }],
      versioned: true,
      cors: [
        {
          allowedMethods: [s3.HttpMethods.PUT],
          // The distribution refers to the bucket, so the bucket cannot refer to the name that CloudFront assigns. Each upload is
          // permitted by its presigned URL alone.
          allowedOrigins: [domain === undefined ? '*' : `https://${domain.name}`],
          allowedHeaders: ['*'],
          maxAge: 3_600,
        },
      ],
      lifecycleRules: [
        // A delete marker expires when no version is left under it.
        { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
        // In addition to delete-expired-references, which deletes earlier, and every version.
        {
          prefix: 'references/',
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          prefix: 'images/',
          noncurrentVersionExpiration: DELETED_IMAGES,
          ...(imageExpiryDays !== undefined && { expiration: Duration.days(imageExpiryDays) }),
        },
      ],
    });
    this.keys = new ImageKeys(this, 'Keys', settings);
    for (const folder of ['images', 'references']) {
      acknowledgeFolder(
        this.bucket,
        folder,
        "The key of an image holds the user's ID and the image's ID, so the prefix cannot be narrower.",
      );
    }
  }
}
