import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '#contract/endpoints/endpoints.ts';
import { MCP, PUBLIC_ENDPOINT_NAMES, publicRouteKey } from '#contract/endpoints/public-api.ts';
import { listOperations } from '../../infra/build/bundle-functions.ts';
import { dev, full, prod, removeHash, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const STAGE = 'AWS::ApiGatewayV2::Stage';
const FUNCTION = 'AWS::Lambda::Function';
const routes = Object.values(prod.all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);
const functions = Object.entries(prod.all(FUNCTION)).filter(([id]) => id.endsWith('Function'));

describe('the API', () => {
  it('has exactly the routes of the endpoint table, and only the webhook, which verifies a signature, and the report of an error, which is only counted, are public', () => {
    const listRouteKeys = (type: string) =>
      routes.filter((route) => route['AuthorizationType'] === type).map((route) => route['RouteKey']);

    expect([...listRouteKeys('JWT'), ...listRouteKeys('NONE')].sort()).toEqual(
      ENDPOINT_NAMES.map(routeKey).sort(),
    );
    const mcpRoutes = MCP.methods.map((method) => `${method} ${MCP.path}`);
    expect(listRouteKeys('CUSTOM').sort()).toEqual(
      [...PUBLIC_ENDPOINT_NAMES.map(publicRouteKey), ...mcpRoutes].sort(),
    );
    const withoutToken = ['POST /api/page-errors', 'POST /api/stripe-webhook'];
    expect(listRouteKeys('NONE')).toEqual(withoutToken);
    expect(ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].auth === 'none').map(routeKey)).toEqual(
      withoutToken,
    );
  });

  it('keeps what the authorizer says about a key for 30 seconds, the time that a revoked key may still work', () => {
    const authorizers = Object.values(prod.all('AWS::ApiGatewayV2::Authorizer')).map(
      ({ Properties }) => Properties,
    );

    expect(authorizers.find(({ AuthorizerType }) => AuthorizerType === 'REQUEST')).toMatchObject({
      AuthorizerPayloadFormatVersion: '2.0',
      AuthorizerResultTtlInSeconds: 30,
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.Authorization'],
    });
  });

  it('limits every route, and only the public routes have their own limits', () => {
    const { DefaultRouteSettings, RouteSettings } = prod.one(STAGE, 'ApiStage').Properties;

    expect({ DefaultRouteSettings, RouteSettings }).toEqual({
      DefaultRouteSettings: { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 },
      RouteSettings: {
        [routeKey('stripeWebhook')]: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
        [routeKey('reportPageError')]: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
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

    expect(render(DestinationArn)).toMatch(/:log-group:\$\{ApiAccessLog\}$/);
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

  it.each(functions)('runs on Node 24 on arm64 with JSON logs in its own group: %s', (id, fn) => {
    expect(fn.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON' },
      // The dimension that separates the metrics of two stages.
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'Thumbforge-prod' } },
    });
    const { LogGroup } = fn.Properties['LoggingConfig'] as { LogGroup: unknown };
    expect(render(LogGroup)).toBe(`\${${id.replace(/Function$/, '')}Logs}`);
  });

  it("takes a stage's models, welcome credits, rate limits, prices and site from the settings", () => {
    const { MODEL_POOL = '', ...environment } = readEnvironment(full, 'GenerateThumbnail');

    expect(environment).toMatchObject({ WELCOME_CREDITS: '0' });
    expect(JSON.parse(String(environment['RATE_LIMITS']))).toEqual({
      generations: 10,
      welcomes: 20,
      domainWelcomes: 2,
      providerWelcomes: 100,
      allSupportMessages: 200,
    });
    expect(JSON.parse(MODEL_POOL)).toMatchObject([
      { id: 'stability.stable-image-ultra-v1:1', cost: 2, requestsPerMinute: 10, usdPerImage: 0.14 },
      { id: 'stability.next-v1:0', region: 'us-east-1', requestsPerMinute: 50, usdPerImage: 0.06 },
    ]);
    expect(readEnvironment(full, 'CreateStripeCheckout')).toMatchObject({
      PACK_PRICES: '{"pro":"price_pro"}',
      SITE_URL: 'https://thumbs.example.com',
    });
  });

  it('reads the key of the YouTube Data API only for references, in a stage that has a key', () => {
    const readers = (cloud: Cloud) =>
      Object.entries(cloud.all(FUNCTION))
        .filter(([, { Properties }]) => JSON.stringify(Properties).includes('YOUTUBE_SECRET_ARN'))
        .map(([id]) => id)
        .sort();
    expect(readers(full)).toEqual([
      'GenerateThumbnailFunction',
      'GenerateWaitingFunction',
      'McpFunction',
      'ReadVideoReferenceFunction',
    ]);
    expect(readers(prod)).toEqual([]);
    expect(Object.keys(prod.all('AWS::SecretsManager::Secret'))).toEqual([
      'ImagesKeysKey1Secret',
      'StripeSecret',
    ]);
  });

  it('reserves concurrency for generations and edits, as the quotas allow, for functions that are free and slow or need no account, and no concurrency in dev', () => {
    const listReserved = (cloud: Cloud) =>
      Object.fromEntries(
        Object.entries(cloud.all(FUNCTION)).flatMap(([id, { Properties }]) => {
          const reserved = Properties['ReservedConcurrentExecutions'];
          return reserved === undefined ? [] : [[id, reserved]];
        }),
      );
    const free = {
      ImprovePromptFunction: 10,
      SuggestEditFunction: 5,
      SuggestConceptsFunction: 5,
      TranslateTextsFunction: 5,
      ExportAccountFunction: 5,
      ReadVideoReferenceFunction: 10,
      // Anybody can call it, without an account.
      AuthorizeKeyFunction: 20,
    };

    // 60 requests a minute and 10 with a reference, each for at most 29 s.
    expect(listReserved(full)).toEqual({ GenerateThumbnailFunction: 34, ...free });
    expect(listReserved(prod)).toEqual({
      GenerateThumbnailFunction: STAGES.prod.generateConcurrency,
      // Six services in three regions with 10 a minute, each for at most 29 s.
      CreateEditFunction: 87,
      ...free,
    });
    expect(listReserved(dev)).toEqual({});
  });
});
