import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startEmbeddedCloud, type EmbeddedCloud } from '../../local/embedded-cloud.ts';

const REGION = 'us-west-2';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const SITE_URL = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] };

/** One resource of each kind, connected to each other like those of the product. */
const RESOURCES = {
  Numbers: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    },
  },
  Files: { Type: 'AWS::S3::Bucket', Properties: {} },
  Images: {
    Type: 'AWS::S3::Bucket',
    Properties: {
      CorsConfiguration: { CorsRules: [{ AllowedOrigins: [SITE_URL], AllowedMethods: ['GET'] }] },
    },
  },
  Deployment: {
    Type: 'Custom::CDKBucketDeployment',
    Properties: {
      SourceObjectKeys: ['site.zip'],
      SourceMarkers: [{ '<url>': SITE_URL }],
      DestinationBucketName: { Ref: 'Files' },
      Exclude: ['*.txt'],
      Include: ['kept.txt'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: `connect-src 'self' https://bucket.s3.${REGION}.amazonaws.com`,
          },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY' },
          ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true },
        },
        CustomHeadersConfig: { Items: [{ Header: 'X-Custom', Value: 'yes' }] },
      },
    },
  },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        DefaultRootObject: 'config.json',
        Origins: [
          { Id: 'files', DomainName: { 'Fn::GetAtt': ['Files', 'RegionalDomainName'] } },
          {
            Id: 'api',
            DomainName: {
              'Fn::Select': [2, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }] }],
            },
          },
        ],
        CacheBehaviors: [{ PathPattern: 'api/*', TargetOriginId: 'api' }],
        DefaultCacheBehavior: {
          TargetOriginId: 'files',
          Compress: true,
          CachePolicyId: CACHING_OPTIMIZED,
          ResponseHeadersPolicyId: { Ref: 'Headers' },
        },
      },
    },
  },
  EchoFunction: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'function.zip' },
      Handler: 'index.handler',
      Timeout: 30,
      MemorySize: 256,
      Environment: { Variables: { TABLE: { Ref: 'Numbers' }, SITE: SITE_URL, SECRET: { Ref: 'Secret' } } },
    },
  },
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} },
  Integration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { 'Fn::GetAtt': ['EchoFunction', 'Arn'] },
      PayloadFormatVersion: '2.0',
    },
  },
  Route: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'Api' },
      RouteKey: 'GET /api/environment',
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
    },
  },
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      GenerateSecretString: { SecretStringTemplate: '{"user":"a"}', GenerateStringKey: 'password' },
    },
  },
  // The embedded cloud cannot run this schedule, but it is disabled.
  Disabled: {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'cron(0 12 * * ? *)', State: 'DISABLED' },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
  Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
};

let folder: string;
let cloud: EmbeddedCloud;

async function writeAssembly(resources: object): Promise<void> {
  const files: Record<string, unknown> = {
    'manifest.json': {
      artifacts: {
        Stack: {
          type: 'aws:cloudformation:stack',
          environment: `aws://unknown-account/${REGION}`,
          properties: { templateFile: 'Stack.template.json' },
        },
      },
    },
    'Stack.assets.json': {
      files: Object.fromEntries(
        ['site', 'function'].map((name) => [
          name,
          { source: { path: name }, destinations: { here: { objectKey: `${name}.zip` } } },
        ]),
      ),
    },
    'Stack.template.json': { Resources: resources, Outputs: { SiteUrl: { Value: SITE_URL } } },
    'site/config.json': { site: '<url>' },
    'site/left-out.txt': '',
    'site/kept.txt': '',
  };
  const handler =
    'export const handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });';
  for (const [path, content] of [
    ...Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const),
    ['function/index.mjs', handler] as const,
  ]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assembly-'));
  vi.stubEnv('HOST_VARIABLE', 'would be missing when deployed');
  await writeAssembly(RESOURCES);
  cloud = await startEmbeddedCloud({ assembly: folder, instantModel: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cloud.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string) => fetch(cloud.url + path);

describe('the embedded cloud', () => {
  it('gives a function the variables of the template and of Lambda, and none of this process', async () => {
    const environment = (await (await get('/api/environment')).json()) as Record<string, string>;
    expect(environment).toMatchObject({
      TABLE: cloud.resource('Numbers').ref,
      SITE: cloud.url,
      AWS_REGION: REGION,
      AWS_LAMBDA_FUNCTION_NAME: 'Stack-EchoFunction',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_ENDPOINT_URL_DYNAMODB: cloud.endpoints.DYNAMODB,
      STRIPE_API_URL: cloud.stripe.endpoint,
    });
    const isOfTemplate = (name: string) => ['TABLE', 'SITE', 'SECRET'].includes(name);
    const isOfLambda = (name: string) => name.startsWith('AWS_') || ['STRIPE_API_URL', 'TZ'].includes(name);
    expect(Object.keys(environment).filter((name) => !isOfTemplate(name) && !isOfLambda(name))).toEqual([]);
  });

  it('creates the tables of the template', async () => {
    const dynamodb = new DynamoDBClient({
      endpoint: cloud.endpoints.DYNAMODB,
      region: REGION,
      credentials: LOCAL_CREDENTIALS,
    });
    const { Table } = await dynamodb.send(
      new DescribeTableCommand({ TableName: cloud.resource('Numbers').ref }),
    );
    expect(Table?.KeySchema).toEqual([{ AttributeName: 'id', KeyType: 'HASH' }]);
    dynamodb.destroy();
  });

  it('serves the deployed files with their markers replaced, and the settings of this machine', async () => {
    const response = await get('/');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    await expect(response.json()).resolves.toEqual({
      site: cloud.url,
      userPoolEndpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
    });
    expect((await get('/kept.txt')).status).toBe(200);
    expect((await get('/left-out.txt')).status).toBe(403);
  });

  it('sends the headers of the response headers policy, with the addresses of this machine', async () => {
    expect(Object.fromEntries((await get('/')).headers)).toMatchObject({
      'content-security-policy': `connect-src 'self' ${cloud.endpoints.S3}`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=60; includeSubDomains',
      'x-custom': 'yes',
    });
    expect((await get('/api/environment')).headers.has('x-custom')).toBe(false);
  });

  it('allows the site to read a bucket whose CORS rule names it', async () => {
    const preflight = (origin: string) =>
      fetch(`${cloud.endpoints.S3}/${cloud.resource('Images').ref}/key`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    expect((await preflight(cloud.url)).headers.get('access-control-allow-origin')).toBe(cloud.url);
    expect((await preflight('http://localhost:1')).status).toBe(403);
  });

  it('warns of a resource type that it does not support, and of no other', () => {
    expect(cloud.warnings).toEqual([
      'The embedded cloud does not support AWS::SQS::Queue: Queue will be missing on this machine.',
    ]);
  });

  it('lists the endpoints, resources and outputs, and the log of the functions, at /local', async () => {
    await expect((await get('/local/endpoints.json')).json()).resolves.toMatchObject({
      endpoints: { DYNAMODB: cloud.endpoints.DYNAMODB },
      resources: { Numbers: cloud.resource('Numbers').ref },
      outputs: { SiteUrl: cloud.url },
    });
    await expect((await get('/local/mailbox.json')).json()).resolves.toEqual([]);
    for (const path of ['/local/mailbox', '/local/stripe', '/local/logs']) {
      expect((await get(path)).status, path).toBe(200);
    }
    const missing = await get('/local/other');
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('/local/logs')]);
  });

  it('reports a resource that cannot be provisioned, and stops', async () => {
    const failing = {
      ...RESOURCES,
      Disabled: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'cron(0 12 * * ? *)' } },
    };
    await writeAssembly(failing);
    await expect(startEmbeddedCloud({ assembly: folder })).rejects.toThrow(
      'Disabled (AWS::Events::Rule): the embedded cloud supports rate(…) schedules only',
    );
  });
});
