import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '../../contract/endpoints.ts';
import { listOperations } from '../../infra/build/functions.ts';
import {
  dev,
  full,
  listRolePermissions,
  listStatements,
  prod,
  removeHash,
  render,
  type Cloud,
} from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const STAGE = 'AWS::ApiGatewayV2::Stage';
const FUNCTION = 'AWS::Lambda::Function';
const routes = Object.values(prod.all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);
const functions = Object.entries(prod.all(FUNCTION)).filter(([id]) => id.endsWith('Function'));
const roles = Object.entries(prod.all('AWS::IAM::Role'));
const ownRoles = roles.filter(([id]) => !id.startsWith('Custom'));

/** `read-credits` -> `ReadCredits` */
const toPascalCase = (operation: string) =>
  operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The integration of a route. */
function findIntegration(key: string): Record<string, unknown> {
  const route = routes.find((candidate) => candidate['RouteKey'] === key);
  const id = /^integrations\/\$\{(.+)\}$/.exec(render(route?.['Target']))?.[1] ?? '';
  return prod.one('AWS::ApiGatewayV2::Integration', id).Properties;
}

describe('the API', () => {
  it('has exactly the routes of the endpoint table, and only the webhook, which verifies a signature, is public', () => {
    const open = routes.filter((route) => route['AuthorizationType'] !== 'JWT');

    expect(routes.map((route) => route['RouteKey']).sort()).toEqual(ENDPOINT_NAMES.map(routeKey).sort());
    expect(open.map((route) => route['RouteKey'])).toEqual(['POST /api/stripe-webhook']);
  });

  it.each(ENDPOINT_NAMES)("connects %s to its operation, with the table's authorization", (name) => {
    const { auth, operation } = ENDPOINTS[name];
    const route = routes.find((candidate) => candidate['RouteKey'] === routeKey(name));
    const integration = findIntegration(routeKey(name));

    expect(render(integration['IntegrationUri'])).toBe(`\${${toPascalCase(operation)}Function.Arn}`);
    // The format of the events that the functions parse.
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    expect(route?.['AuthorizationType']).toBe(auth === 'user' ? 'JWT' : 'NONE');
    expect(route?.['AuthorizerId'] && render(route['AuthorizerId'])).toBe(
      auth === 'user' ? '${ApiHttpApiUsers}' : undefined,
    );
  });

  it('takes its throttles from the settings', () => {
    expect(full.one(STAGE, 'ApiStage').Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
      RouteSettings: {
        [routeKey('generateThumbnail')]: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 4 },
      },
    });
  });

  it('creates the throttled routes before the stage, which API Gateway would reject otherwise', () => {
    const { Properties, DependsOn = [] } = prod.one(STAGE, 'ApiStage') as unknown as {
      Properties: { RouteSettings: object };
      DependsOn?: string[];
    };
    const throttled = Object.entries(prod.all('AWS::ApiGatewayV2::Route')).filter(
      ([, route]) => String(route.Properties['RouteKey']) in Properties.RouteSettings,
    );

    expect(throttled).toHaveLength(Object.keys(Properties.RouteSettings).length);
    expect(DependsOn.map(removeHash)).toEqual(expect.arrayContaining(throttled.map(([id]) => id)));
  });

  it('logs each request without personal data: no IP address, path, query string, user agent or token', () => {
    const { DestinationArn, Format } = prod.one(STAGE, 'ApiStage').Properties['AccessLogSettings'] as Record<
      string,
      unknown
    >;
    const line = JSON.parse(String(Format)) as Record<string, string>;

    expect(render(DestinationArn)).toBe('${ApiAccessLog.Arn}');
    expect(line).toMatchObject({ routeKey: '$context.routeKey', status: '$context.status' });
    expect(Object.values(line).join(' ')).not.toMatch(/identity|path|query|claims|userAgent|principal/i);
  });
});

function readEnvironment(cloud: Cloud, name: string): Record<string, string> {
  const { Environment } = cloud.one(FUNCTION, `${name}Function`).Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
  return Object.fromEntries(
    Object.entries(Environment.Variables).map(([variable, value]) => [variable, render(value)]),
  );
}

describe('a function', () => {
  it('can be invoked only by the API, the user pool and the schedules of this stack', () => {
    expect(prod.all('AWS::Lambda::Url')).toEqual({});
    for (const { Properties } of Object.values(prod.all('AWS::Lambda::Permission'))) {
      expect(render(Properties['SourceArn'])).toMatch(
        /\$\{(ApiHttpApi|IdentityPool\.Arn|Schedules(EveryFiveMinutes|Daily)\.Arn)\}/,
      );
    }
  });

  it('exists for each file in functions/, and for nothing else', async () => {
    const operations = functions.map(([id]) =>
      id
        .replace(/Function$/, '')
        .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
        .toLowerCase(),
    );

    expect(operations.sort()).toEqual((await listOperations()).sort());
  });

  it.each(functions)(
    'runs on Node 24 on arm64 with traces, JSON logs, its own role and log group: %s',
    (id, fn) => {
      const name = id.replace(/Function$/, '');

      expect(fn.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
        // The dimension that separates the metrics of two stages.
        Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'Thumbforge-prod' } },
      });
      expect(render(fn.Properties['Role'])).toBe(`\${${name}Role.Arn}`);
      expect(render((fn.Properties['LoggingConfig'] as { LogGroup: unknown }).LogGroup)).toBe(
        `\${${name}Logs}`,
      );
    },
  );

  it("takes a stage's models, welcome credits, rate limits, prices and site from the settings", () => {
    const { MODEL_POOL = '', ...environment } = readEnvironment(full, 'GenerateThumbnail');

    expect(environment).toMatchObject({ WELCOME_CREDITS: '0', RATE_LIMITS: '{"generationsPerMinute":10}' });
    expect(JSON.parse(MODEL_POOL)).toMatchObject([
      { id: 'stability.stable-image-ultra-v1:1', cost: 2, requestsPerMinute: 10, usdPerImage: 0.14 },
      { id: 'stability.next-v1:0', region: 'us-east-1', requestsPerMinute: 50, usdPerImage: 0.06 },
    ]);
    expect(readEnvironment(full, 'CreateStripeCheckout')).toMatchObject({
      PACK_PRICES: '{"pro":"price_pro"}',
      SITE_URL: 'https://thumbs.example.com',
    });
  });

  it('reserves concurrency only for generations, as the model quotas allow, and none in dev', () => {
    const readReserved = (cloud: Cloud) =>
      cloud.one(FUNCTION, 'GenerateThumbnailFunction').Properties['ReservedConcurrentExecutions'];

    // 60 requests a minute, each for at most 29 s.
    expect([prod, full, dev].map(readReserved)).toEqual([STAGES.prod.generateConcurrency, 29, undefined]);
  });

  it('has no provisioned concurrency, which costs money without requests', () => {
    for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version']) expect(prod.all(type)).toEqual({});
  });

  it.each([
    ['prod', prod, 365],
    ['dev', dev, 30],
  ])(
    'of %s logs only to log groups with the retention of the settings, also those of CDK',
    (_, cloud, days) => {
      for (const { Properties, DeletionPolicy } of Object.values(cloud.all('AWS::Logs::LogGroup'))) {
        expect([Properties['RetentionInDays'], DeletionPolicy]).toEqual([days, 'Delete']);
      }
      for (const [id, { Properties }] of Object.entries(cloud.all(FUNCTION))) {
        // CDK's provider that empties buckets does not support a log group.
        if (id.startsWith('CustomS3AutoDelete')) continue;
        expect(Properties['LoggingConfig'], id).toHaveProperty('LogGroup');
      }
    },
  );
});

describe('a role', () => {
  it.each(roles)('can be assumed only by Lambda: %s', (_, { Properties }) => {
    expect(listStatements(Properties['AssumeRolePolicyDocument'])).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });

  it.each(ownRoles)(
    'of a function has no managed policy and no wildcard permission: %s',
    (id, { Properties }) => {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
      // X-Ray's actions have no resources.
      for (const permission of listRolePermissions(prod, id).filter((line) => !line.includes(' xray:Put'))) {
        expect(permission).not.toMatch(/ \*$/);
        expect(permission.split(' ')[1]).not.toContain('*');
      }
    },
  );

  it("may invoke Bedrock only for generations, and only the stage's models", () => {
    const invoking = ownRoles
      .map(([id]) => id)
      .filter((id) => listRolePermissions(prod, id).join().includes('bedrock'));

    expect(invoking).toEqual(['GenerateThumbnailRole']);
    expect(
      listRolePermissions(full, 'GenerateThumbnailRole').filter((line) => line.includes('bedrock')),
    ).toEqual([
      'Allow bedrock:InvokeModel arn:aws:bedrock:us-east-1::foundation-model/stability.next-v1:0',
      'Allow bedrock:InvokeModel arn:aws:bedrock:us-west-2::foundation-model/stability.stable-image-ultra-v1:1',
    ]);
  });

  it.each(['DeleteAccountRole', 'FinishClosingsRole'])('may list only images in the bucket: %s', (role) => {
    const policies = prod.one('AWS::IAM::Role', role).Properties['Policies'] as { PolicyDocument: unknown }[];
    const listing = policies
      .flatMap(({ PolicyDocument }) => listStatements(PolicyDocument))
      .filter(({ Action }) => Action === 's3:ListBucket');

    expect(listing).toMatchObject([{ Condition: { StringLike: { 's3:prefix': 'thumbnails/*' } } }]);
  });
});
