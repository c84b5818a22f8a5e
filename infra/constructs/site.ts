import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { SITE_CONFIG_PATH } from '../../contract/routes.ts';
import type { SiteConfig } from '../../contract/site-config.ts';
import type { Api } from './api.ts';
import { securityPolicy } from './content-security-policy.ts';

interface SiteProps {
  api: Api;
  /** Origins the pages may load pictures from, and call, beside their own. */
  imagesOrigin: string;
}

/** What is left to deploy once everything the site's settings name exists. */
interface ContentProps {
  /** Folder of the built site. */
  assets: string;
  config: SiteConfig;
}

/** The site: a private bucket behind CloudFront, which also forwards /api/* to the API. */
export class Site extends Construct {
  readonly origin: string;
  readonly #bucket: s3.IBucket;
  readonly #distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, { api, imagesOrigin }: SiteProps) {
    super(scope, id);
    // CDK's classes do not meet their own interfaces under exactOptionalPropertyTypes.
    this.#bucket = new s3.Bucket(this, 'Bucket', {
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // Nothing in here is not in the repository.
      autoDeleteObjects: true,
      removalPolicy: RemovalPolicy.DESTROY,
    }) as s3.IBucket;
    this.#distribution = new cloudfront.Distribution(this, 'Distribution', {
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(this.#bucket),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.#headers(securityPolicy({ imagesOrigin })),
        functionAssociations: [
          { eventType: cloudfront.FunctionEventType.VIEWER_REQUEST, function: this.#singlePage() },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new origins.HttpOrigin(api.domainName, { readTimeout: Duration.seconds(30) }),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          // The API would refuse the site's own Host header.
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },
    });
    this.origin = `https://${this.#distribution.domainName}`;
  }

  /** Uploads the built pages and the settings that they read at run time. */
  deploy({ assets, config }: ContentProps): void {
    const hashed = new deployment.BucketDeployment(this, 'Assets', {
      destinationBucket: this.#bucket,
      sources: [deployment.Source.asset(assets)],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
      // A page that was opened before this deployment may still ask for its own files.
      prune: false,
    });
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      destinationBucket: this.#bucket,
      sources: [
        deployment.Source.asset(assets),
        deployment.Source.jsonData(SITE_CONFIG_PATH.slice(1), config),
      ],
      exclude: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('no-cache')],
      distribution: this.#distribution,
      distributionPaths: ['/*'],
    });
    // The new pages name the new files.
    pages.node.addDependency(hashed);
  }

  /**
   * A path without a file's ending is a page of the single-page app. Done on the way in: an error page on the way
   * out would turn the API's errors, and missing files, into the app.
   */
  #singlePage(): cloudfront.Function {
    return new cloudfront.Function(this, 'SinglePage', {
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(
        [
          'function handler(event) {',
          '  const request = event.request;',
          "  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);",
          "  if (!lastSegment.includes('.')) request.uri = '/index.html';",
          '  return request;',
          '}',
        ].join('\n'),
      ),
    });
  }

  #headers(contentSecurityPolicy: string): cloudfront.ResponseHeadersPolicy {
    return new cloudfront.ResponseHeadersPolicy(this, 'Headers', {
      comment: `Security headers of ${Aws.STACK_NAME}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          {
            header: 'permissions-policy',
            value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
            override: true,
          },
          { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        ],
      },
    });
  }
}
