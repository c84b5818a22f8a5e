import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { type EmbeddedCloud, startEmbeddedCloud } from '../../local/embedded-cloud.ts';

const REGION = 'us-west-2';
const SITE_URL = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] };

/** A function behind an API and a distribution. The integration tests provision the resources of the product. */
const RESOURCES = {
  Numbers: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Origins: [
          {
            Id: 'api',
            DomainName: { 'Fn::Join': ['', [{ Ref: 'Api' }, '.execute-api.us-west-2.amazonaws.com']] },
          },
        ],
        DefaultCacheBehavior: { TargetOriginId: 'api' },
      },
    },
  },
  EchoFunction: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'function.zip' },
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
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
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
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
      files: Object.fromEntries([
        ['function', { source: { path: 'function' }, destinations: { here: { objectKey: 'function.zip' } } }],
      ]),
    },
    'Stack.template.json': { Resources: resources, Outputs: { SiteUrl: { Value: SITE_URL } } },
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

/** Sends headers that `fetch` would not. */
function send(url: string, headers: IncomingHttpHeaders, method = 'GET') {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

describe('the embedded cloud', () => {
  it('gives a function the variables of the template and of Lambda, and no variable of this process', async () => {
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
    const isOfLambda = (name: string) =>
      name.startsWith('AWS_') || ['STRIPE_API_URL', 'YOUTUBE_URL', 'TZ'].includes(name);
    expect(Object.keys(environment).filter((name) => !isOfTemplate(name) && !isOfLambda(name))).toEqual([]);
  });

  it('lists the endpoints, resources and outputs, and the log of the functions, at /local', async () => {
    await expect((await get('/local/endpoints.json')).json()).resolves.toMatchObject({
      endpoints: { DYNAMODB: cloud.endpoints.DYNAMODB },
      credentials: LOCAL_CREDENTIALS,
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

  it('stops if a function may not read its queue, because its event source mapping could not', async () => {
    const Source = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        FunctionName: { Ref: 'EchoFunction' },
        BatchSize: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 2 },
      },
    };
    await writeAssembly({ ...RESOURCES, Queue: { Type: 'AWS::SQS::Queue' }, Source });
    await expect(startEmbeddedCloud({ assembly: folder })).rejects.toThrow(
      'User: arn:aws:sts::000000000000:assumed-role/Stack-Role/Stack-EchoFunction is not authorized to perform: sqs:ReceiveMessage',
    );
  });
});

describe('every server of the embedded cloud', () => {
  const REFUSAL = {
    status: 403,
    body: 'This server answers requests to localhost, 127.0.0.1 and [::1] only.\n',
  };
  const FOREIGN = [
    'rebound.example',
    'localhost.rebound.example',
    'my-localhost',
    '127.0.0.1.rebound.example:80',
  ];

  /** The addresses that a function gets, which include the site. */
  async function listServers(): Promise<[string, string][]> {
    const environment = (await (await get('/api/environment')).json()) as Record<string, string>;
    return Object.entries(environment).filter(([, value]) => value.startsWith('http://'));
  }

  it('refuses requests to a host that is not this machine, so that DNS rebinding reaches no server', async () => {
    const servers = await listServers();
    expect(servers.map(([name]) => name).sort()).toEqual([
      ...Object.keys(cloud.endpoints)
        .map((service) => `AWS_ENDPOINT_URL_${service}`)
        .sort(),
      'SITE',
      'STRIPE_API_URL',
      'YOUTUBE_URL',
    ]);
    for (const [name, url] of servers) {
      for (const host of FOREIGN) expect(await send(url, { host }), `${name} ${host}`).toEqual(REFUSAL);
      for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:80', '[::1]:80']) {
        expect((await send(url, { host })).body, `${name} ${host}`).not.toBe(REFUSAL.body);
      }
    }
  });

  it('also refuses them over HTTP/2, which only Bedrock speaks', async () => {
    const session = connect(cloud.endpoints.BEDROCK_RUNTIME);
    const sendTo = async (authority: string) => text(session.request({ ':authority': authority }));

    expect(await sendTo('rebound.example')).toBe(REFUSAL.body);
    expect(await sendTo('localhost:80')).not.toBe(REFUSAL.body);
    session.close();
  });
});

describe('the developer tools', () => {
  const ALLOWED: [string, IncomingHttpHeaders][] = [
    ['curl', {}],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ];
  const REFUSED: [string, IncomingHttpHeaders][] = [
    ['a page of another site', { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }],
    ['an old browser, of another site', { origin: 'https://other.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a link with a form', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ];
  const pages = () => [
    ...['/local/stripe', '/local/mailbox', '/local/mailbox.json', '/local/logs'].map(
      (path) => cloud.url + path,
    ),
    `${cloud.stripe.endpoint}/pay/cs_1`,
  ];

  it.each(REFUSED)('refuse a POST from %s', async (_, headers) => {
    for (const page of pages())
      expect(await send(page, headers, 'POST'), page).toMatchObject({ status: 403 });
  });

  it.each(ALLOWED)('accept a POST from %s and from their own pages', async (_, headers) => {
    for (const page of pages()) {
      const own = { origin: new URL(page).origin, 'sec-fetch-site': 'same-origin' };
      for (const sent of [headers, own]) {
        expect((await send(page, sent, 'POST')).status, page).not.toBe(403);
      }
    }
  });

  it('let another site link to them, but not read them', async () => {
    const [page = ''] = pages();
    const crossSite = { 'sec-fetch-site': 'cross-site' };

    expect((await send(page, { ...crossSite, 'sec-fetch-mode': 'navigate' })).status).toBe(200);
    expect((await send(page, { ...crossSite, 'sec-fetch-mode': 'cors' })).status).toBe(403);
  });
});
