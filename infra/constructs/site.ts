import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { OPENAPI_PATH } from '#contract/endpoints/public-api.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Edge } from '../edge-stacks.ts';
import type { Domain } from '../stages/domain.ts';
import { API_PATHS, type Api } from './api.ts';
import type { Images } from './images.ts';
import { createPrivateBucket } from './private-bucket.ts';
import { deploySite, type SiteContent } from './site-deployment.ts';
import { createSiteHeaders } from './site-headers.ts';

interface SiteProps {
  api: Api;
  /** The bucket of the images, and the keys that sign their URLs. */
  images: Images;
  /** Custom domain. @default the name that CloudFront assigns */
  domain: Domain | undefined;
  /** Resources in us-east-1. */
  edge: Edge;
}

/**
 * CloudFront answers everybody with a cached error of an origin for ten seconds by default, and for 5xx it ignores the
 * `no-store` of the API. Without the path of a page an error response stays the origin's own.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/** The site: a private bucket behind CloudFront, which also serves the images and forwards the paths of the API. */
export class Site extends Construct {
  readonly origin: string;
  readonly #api: Api;
  readonly #bucket: s3.IBucket;
  readonly #distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, { api, images, domain, edge }: SiteProps) {
    super(scope, id);
    this.#api = api;
    // The cast: CDK's classes do not satisfy their own interfaces under exactOptionalPropertyTypes.
    this.#bucket = createPrivateBucket(this, {
      // A deployment restores the whole content.
      keepData: false,
      withoutLog: 'Only CloudFront reads it, and its content is public.',
    }) as s3.IBucket;
    const headers = createSiteHeaders(this, `https://${images.bucket.bucketRegionalDomainName}`, domain);
    const originAccessControl = this.#createAccessControl();
    const files: cloudfront.BehaviorOptions = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(this.#bucket, {
        originAccessControl,
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
    };
    const apiBehavior: cloudfront.BehaviorOptions = {
      origin: new origins.HttpOrigin(api.domainName, { readTimeout: Duration.seconds(30) }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // API Gateway rejects the Host header of the site.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // A browser that opens an API response as a page shows it as text.
      responseHeadersPolicy: headers,
    };
    const imageBehavior: cloudfront.BehaviorOptions = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(images.bucket as s3.IBucket, {
        originAccessControl,
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      // Only browsers cache an image, so that its deletion takes effect at once.
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      trustedKeyGroups: [images.keys.keyGroup],
      responseHeadersPolicy: headers,
    };
    this.#distribution = new cloudfront.Distribution(this, 'Distribution', {
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(domain !== undefined && this.#configureDomain(domain, edge)),
      ...(edge.webAclArn !== undefined && { webAclId: edge.webAclArn }),
      errorResponses: UNCACHED_ERRORS,
      defaultBehavior: {
        ...files,
        functionAssociations: [
          { eventType: cloudfront.FunctionEventType.VIEWER_REQUEST, function: this.#createRouter(domain) },
        ],
      },
      additionalBehaviors: {
        // Before the paths of the API: it is a file.
        [OPENAPI_PATH]: files,
        '/images/*': imageBehavior,
        ...Object.fromEntries(API_PATHS.map((path) => [`${path}*`, apiBehavior])),
      },
    });
    this.origin = `https://${domain?.name ?? this.#distribution.domainName}`;
    if (domain !== undefined) createRecords(new Construct(this, 'Records'), domain, this.#distribution);
    this.#acknowledge({ domain, edge });
  }

  /** Uploads the site. Separate from the constructor, because the settings refer to resources that need the site's origin. */
  deploy(content: SiteContent): void {
    const target = {
      api: this.#api,
      bucket: this.#bucket,
      distribution: this.#distribution,
      origin: this.origin,
    };
    deploySite(this, target, content);
  }

  /**
   * Creates the access control with the region in its name. The name is unique in the account, and a stage can have a stack in
   * several regions.
   */
  #createAccessControl(): cloudfront.S3OriginAccessControl {
    const { stackName, region } = Stack.of(this);
    return new cloudfront.S3OriginAccessControl(this, 'AccessControl', {
      originAccessControlName: `${stackName}-${region}`,
    });
  }

  #configureDomain({ name, certificateArn }: Domain, edge: Edge): Partial<cloudfront.DistributionProps> {
    const certificate =
      certificateArn === undefined
        ? edge.certificate
        : acm.Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    if (certificate === undefined) throw new Error(`The domain ${name} has no certificate.`);
    return {
      domainNames: [name],
      certificate,
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  /**
   * Serves the prerendered home page for `/`, the prerendered sign-in form for `/auth`, the page for developers, and the empty app shell for any
   * other path without a file extension. A custom error page instead would also replace the errors of the API.
   * Programs such as MCP clients look for documents under `/.well-known`, and must not take a page for such a document.
   * With a custom domain, pages at CloudFront's own name lead there: Cognito's sessions and links belong to one origin.
   */
  #createRouter(domain: Domain | undefined): cloudfront.Function {
    // 302, which browsers do not keep: the setting may change.
    const redirect = [
      `  if (request.headers.host.value !== '${domain?.name}') {`,
      "    const query = Object.keys(request.querystring).map((key) => `${key}=${request.querystring[key].value}`).join('&');",
      `    const location = 'https://${domain?.name}' + request.uri + (query && '?' + query);`,
      "    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: location } } };",
      '  }',
    ];
    return new cloudfront.Function(this, 'Router', {
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(
        [
          'function handler(event) {',
          '  const request = event.request;',
          ...(domain === undefined ? [] : redirect),
          "  if (/^\\/\\.well-known(\\/|$)/.test(request.uri)) return { statusCode: 404, statusDescription: 'Not Found' };",
          "  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);",
          "  if (request.uri === '/') request.uri = '/index.html';",
          "  else if (request.uri === '/developers') request.uri = '/developers.html';",
          "  else if (request.uri === '/auth' && Object.keys(request.querystring).length === 0) request.uri = '/auth.html';",
          "  else if (!lastSegment.includes('.') || lastSegment.endsWith('.html')) request.uri = '/app.html';",
          '  return request;',
          '}',
        ].join('\n'),
      ),
    });
  }

  #acknowledge({ domain, edge }: Pick<SiteProps, 'domain' | 'edge'>): void {
    acknowledge(this.#distribution, {
      'AwsSolutions-CFR1': 'The product is available in all countries.',
      'AwsSolutions-CFR3':
        "Its access log would store the IP address of every visitor. The API's access log and the firewall's metrics are sufficient for operations.",
      ...(domain === undefined && {
        'AwsSolutions-CFR4':
          'The name that CloudFront assigns has a fixed certificate and TLS policy. A custom domain requires TLS 1.2.',
      }),
      ...(edge.webAclArn === undefined && {
        'AwsSolutions-CFR2': 'The setting waf of the stage adds a web ACL; prod has one.',
      }),
    });
  }
}

/** The DNS records of a custom domain. Without a hosted zone, an output names the CNAME record to create. */
function createRecords(
  scope: Construct,
  { name: recordName, hostedZone }: Domain,
  distribution: cloudfront.IDistribution,
): void {
  if (hostedZone === undefined) {
    new CfnOutput(scope, 'Cname', {
      value: distribution.distributionDomainName,
      description: `Target of the CNAME record of ${recordName}`,
    }).overrideLogicalId('SiteCname');
    return;
  }
  const zone = route53.HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  const target = route53.RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new route53.ARecord(scope, 'Ipv4', { zone, recordName, target });
  new route53.AaaaRecord(scope, 'Ipv6', { zone, recordName, target });
}
