import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_CONFIG_PATH } from '../../contract/site-config.ts';
import type { SiteConfig } from '../../contract/site-config.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Edge } from '../edge-stack.ts';
import type { Domain } from '../stages/domain.ts';
import type { Api } from './api.ts';
import { DomainRecords } from './domain-records.ts';
import { securityHeaders } from './security-headers.ts';
import { acknowledgeUploads } from './uploads.ts';

interface SiteProps {
  api: Api;
  /** Origins the pages may load pictures from, and call, beside their own. */
  imagesOrigin: string;
  /** A name of its own. @default the one that CloudFront gives it */
  domain: Domain | undefined;
  /** What us-east-1 holds for it. @default nothing */
  edge: Edge | undefined;
}

/** What is left to deploy once everything the site's settings name exists. */
interface ContentProps {
  /** Folder of the built site. */
  assets: string;
  config: SiteConfig;
  logRetentionDays: logs.RetentionDays;
}

/** What stands in the built pages where the site's own origin belongs: links that are followed from elsewhere. */
const ORIGIN_IN_PAGES = 'https://site.invalid';

/** The site: a private bucket behind CloudFront, which also forwards /api/* to the API. */
export class Site extends Construct {
  readonly origin: string;
  readonly #bucket: s3.IBucket;
  readonly #distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, { api, imagesOrigin, domain, edge }: SiteProps) {
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
    const headers = securityHeaders(this, { imagesOrigin });
    this.#distribution = new cloudfront.Distribution(this, 'Distribution', {
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(domain !== undefined && this.#named(domain, edge)),
      ...(edge?.webAclArn !== undefined && { webAclId: edge.webAclArn }),
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(this.#bucket),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers,
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
          // Whoever opens an answer of the API as a page is to see no more than text.
          responseHeadersPolicy: headers,
        },
      },
    });
    this.origin = `https://${domain?.name ?? this.#distribution.domainName}`;
    if (domain !== undefined) {
      new DomainRecords(this, 'Records', { domain, distribution: this.#distribution });
    }
    this.#acknowledge({ domain, edge });
  }

  /** Given by its ARN, or made in us-east-1. */
  #named({ name, certificateArn }: Domain, edge: Edge | undefined): Partial<cloudfront.DistributionProps> {
    const certificate =
      certificateArn === undefined
        ? edge?.certificate
        : acm.Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    if (certificate === undefined) throw new Error(`The name ${name} has no certificate.`);
    return {
      domainNames: [name],
      certificate,
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #acknowledge({ domain, edge }: Pick<SiteProps, 'domain' | 'edge'>): void {
    acknowledge(this.#bucket, {
      'AwsSolutions-S1': 'CloudFront alone reads it, and it holds what everybody may see.',
    });
    acknowledge(this.#distribution, {
      'AwsSolutions-CFR1': 'Creators are everywhere: no country is shut out.',
      'AwsSolutions-CFR3':
        "Its access log would keep the IP address of everybody who visits. The API's own log, which keeps none, and the firewall's counters answer what operators ask.",
      ...(domain === undefined && {
        'AwsSolutions-CFR4':
          "CloudFront's own name comes with its own certificate and protocols. With a domain it is TLS 1.2 or later.",
      }),
      ...(edge?.webAclArn === undefined && {
        'AwsSolutions-CFR2': 'A choice of the stage: the setting waf puts one before it, and prod has it.',
      }),
    });
  }

  /** Uploads the built pages and the settings that they read at run time. */
  deploy({ assets, config, logRetentionDays }: ContentProps): void {
    // Both are carried out by one function of CDK's, whose own log would outlive the stack.
    const logGroup = new logs.LogGroup(this, 'UploadLogs', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const files = deployment.Source.asset(assets, { exclude: ['*.html'] });
    const hashed = new deployment.BucketDeployment(this, 'Assets', {
      destinationBucket: this.#bucket,
      logGroup,
      sources: [files],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
      // A page that was opened before this deployment may still ask for its own files.
      prune: false,
    });
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      destinationBucket: this.#bucket,
      logGroup,
      sources: [files, ...this.#pages(assets), deployment.Source.jsonData(SITE_CONFIG_PATH.slice(1), config)],
      exclude: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('no-cache')],
      distribution: this.#distribution,
      distributionPaths: ['/*'],
    });
    // The new pages name the new files.
    pages.node.addDependency(hashed);
    acknowledgeUploads(pages, this.#bucket);
  }

  /** The built pages, with the origin that this stage's site has. */
  #pages(assets: string): deployment.ISource[] {
    return readdirSync(assets)
      .filter((file) => file.endsWith('.html'))
      .map((file) => {
        const html = readFileSync(join(assets, file), 'utf8');
        return deployment.Source.data(file, html.replaceAll(ORIGIN_IN_PAGES, this.origin));
      });
  }

  /**
   * `/` is the prerendered home page, and `/auth` the card of the sign-in form; a link to another form, and every other
   * path without a file's ending, starts from the app's empty shell. Done on the way in: an error page on the way out would turn the API's errors, and
   * missing files, into the app.
   */
  #singlePage(): cloudfront.Function {
    return new cloudfront.Function(this, 'SinglePage', {
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(
        [
          'function handler(event) {',
          '  const request = event.request;',
          "  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);",
          "  if (request.uri === '/') request.uri = '/index.html';",
          "  else if (request.uri === '/auth' && Object.keys(request.querystring).length === 0) request.uri = '/auth.html';",
          "  else if (!lastSegment.includes('.') || lastSegment.endsWith('.html')) request.uri = '/app.html';",
          '  return request;',
          '}',
        ].join('\n'),
      ),
    });
  }
}
