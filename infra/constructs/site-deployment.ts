import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES_PATH, type ExamplesKind } from '#contract/example-prompts.ts';
import { SITE_CONFIG_PATH, type SiteConfig } from '#contract/site-config.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Examples } from '../stages/examples.ts';
import type { Api } from './api.ts';

export interface SiteContent {
  /** Folder of the built site. */
  assets: string;
  /** Pictures of the example prompts. @default none */
  examples: Examples | undefined;
  config: SiteConfig;
  logRetentionDays: logs.RetentionDays;
}

interface SiteTarget {
  api: Api;
  bucket: s3.IBucket;
  distribution: cloudfront.Distribution;
  origin: string;
}

const EXAMPLES_FOLDER = EXAMPLES_PATH.slice(1);

/** The placeholder of the site's origin in the built pages, for links that other sites follow. */
const ORIGIN_PLACEHOLDER = 'https://site.invalid';
/** The attribute of a page without pictures of the example prompts (`contract/example-prompts.ts`). */
const NO_EXAMPLES = 'data-examples="none"';

/** Uploads the built files and the examples, then the pages and the runtime settings. */
export function deploySite(
  scope: Construct,
  { api, bucket, distribution, origin }: SiteTarget,
  { assets, examples, config, logRetentionDays }: SiteContent,
): void {
  // CDK's function for both uploads would create its own log group, which outlives the stack.
  const logGroup = new logs.LogGroup(scope, 'UploadLogs', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const files = deployment.Source.asset(assets, { exclude: ['*.html'] });
  const hashedFiles = new deployment.BucketDeployment(scope, 'Assets', {
    destinationBucket: bucket,
    logGroup,
    sources: [files],
    exclude: ['*'],
    include: ['assets/*'],
    cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
    // Pages that are open during the deployment still load their own files.
    prune: false,
  });
  const pages = new deployment.BucketDeployment(scope, 'Pages', {
    destinationBucket: bucket,
    logGroup,
    sources: [
      files,
      ...createPages(assets, origin, examples?.kind ?? 'none'),
      deployment.Source.jsonData(SITE_CONFIG_PATH.slice(1), config),
    ],
    // The uploads above own these folders.
    exclude: ['assets/*', `${EXAMPLES_FOLDER}/*`],
    cacheControl: [deployment.CacheControl.fromString('no-cache')],
    distribution,
    distributionPaths: ['/*'],
    // An invalidation sometimes takes longer than the 15 minutes of CDK's function, which would fail the deployment.
    // Browsers revalidate the pages, and a changed asset has a new name, so the site is correct without the wait.
    waitForDistributionInvalidation: false,
  });
  // The new pages refer to the new files, and call routes that an earlier API may lack. So a deployment whose API fails never
  // shows them. Through its integrations the API waits for its functions.
  pages.node.addDependency(hashedFiles, api);
  if (examples !== undefined) {
    pages.node.addDependency(
      new deployment.BucketDeployment(scope, 'Examples', {
        destinationBucket: bucket,
        destinationKeyPrefix: EXAMPLES_FOLDER,
        logGroup,
        sources: [deployment.Source.asset(examples.folder)],
        // CDK's function does not know the type of a WebP.
        contentType: 'image/webp',
        cacheControl: [deployment.CacheControl.fromString('public, max-age=3600')],
      }),
    );
  }
  acknowledgeUploads(pages, bucket);
}

/** The built pages with the origin of this stage's site and the kind of its examples. */
function createPages(assets: string, origin: string, kind: ExamplesKind): deployment.ISource[] {
  return readdirSync(assets)
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = readFileSync(join(assets, file), 'utf8');
      const page = html.replace(NO_EXAMPLES, `data-examples="${kind}"`);
      return deployment.Source.data(file, page.replaceAll(ORIGIN_PLACEHOLDER, origin));
    });
}

/**
 * Acknowledges the findings for CDK's upload function. All deployments of a stack share it, and its settings are fixed. It
 * runs only during a deployment and never handles data of a user.
 * @param bucket the only bucket that it writes to.
 */
function acknowledgeUploads(bucketDeployment: deployment.BucketDeployment, bucket: s3.IBucket): void {
  const stack = Stack.of(bucketDeployment);
  const handler = bucketDeployment.handlerRole.node.scope;
  if (handler === undefined) throw new Error("The role of CDK's upload function has no parent construct.");
  const target = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  const assets = `arn:${stack.partition}:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}`;
  const prefix = "CDK's own upload function, whose settings are fixed:";
  const copyFindings = [
    ...['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map(
      (action) => `Action::s3:${action}`,
    ),
    `Resource::<${target}.Arn>/*`,
    `Resource::${assets}/*`,
  ];
  acknowledge(handler, {
    'AwsSolutions-L1': `${prefix} it runs the Python version that CDK tests.`,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]': `${prefix} the policy lets it write logs.`,
    'AwsSolutions-IAM5[Resource::*]': `${prefix} CloudFront's invalidation actions do not support the resources of a stack that is being created.`,
    ...Object.fromEntries(
      copyFindings.map((finding) => [
        `AwsSolutions-IAM5[${finding}]`,
        `${prefix} it copies every file of the site from CDK's bucket to the site's bucket and deletes old files.`,
      ]),
    ),
  });
}
