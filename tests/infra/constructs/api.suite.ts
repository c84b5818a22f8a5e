import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '../../../contract/endpoints.ts';
import { other, prod, render } from '../support/cloud.ts';

const routes = Object.values(prod.all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);

/** The function behind a route. */
function functionBehind(routeKey: string): string {
  const route = routes.find((candidate) => candidate['RouteKey'] === routeKey);
  const integration = /^integrations\/\$\{(.+)\}$/.exec(render(route?.['Target']))?.[1] ?? '';
  return render(prod.one('AWS::ApiGatewayV2::Integration', integration).Properties['IntegrationUri']);
}

describe('the API', () => {
  it("has exactly the contract's routes", () => {
    expect(routes.map((route) => route['RouteKey']).sort()).toEqual(ENDPOINT_NAMES.map(routeKey).sort());
  });

  it.each(routes.map((route) => [String(route['RouteKey']), route] as const))(
    '%s is open to nobody without a token, unless it is the one that checks a signature instead',
    (routeKey, route) => {
      if (routeKey === 'POST /api/stripe-webhook') {
        expect(route['AuthorizationType']).toBe('NONE');
      } else {
        expect(route['AuthorizationType']).toBe('JWT');
        expect(render(route['AuthorizerId'])).toBe('${ApiHttpApiUsers}');
      }
    },
  );

  it("believes the tokens of this stack's pool, made for the site's client", () => {
    const authorizers = prod.all('AWS::ApiGatewayV2::Authorizer');
    const { JwtConfiguration: jwt, ...authorizer } = prod.one(
      'AWS::ApiGatewayV2::Authorizer',
      'ApiHttpApiUsers',
    ).Properties as { JwtConfiguration: { Audience: unknown[]; Issuer: unknown } };

    expect(Object.keys(authorizers)).toEqual(['ApiHttpApiUsers']);
    expect(authorizer).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
    });
    expect(render(jwt.Issuer)).toBe('https://cognito-idp.us-west-2.amazonaws.com/${IdentityPool}');
    expect(jwt.Audience.map(render)).toEqual(['${IdentityPoolSite}']);
  });

  it.each([
    [routeKey('generateThumbnail'), 'GenerateThumbnail'],
    [routeKey('readCredits'), 'ReadCredits'],
    [routeKey('listThumbnails'), 'ListThumbnails'],
    [routeKey('readThumbnail'), 'ListThumbnails'],
    [routeKey('createStripeCheckout'), 'CreateStripeCheckout'],
    [routeKey('stripeWebhook'), 'StripeWebhook'],
    [routeKey('listPurchases'), 'ListPurchases'],
    [routeKey('deleteAccount'), 'DeleteAccount'],
  ])('%s: %s', (routeKey, operation) => {
    expect(functionBehind(routeKey)).toBe(`\${${operation}Function.Arn}`);
  });

  it('hands events over in the form that the functions read', () => {
    for (const { Properties } of Object.values(prod.all('AWS::ApiGatewayV2::Integration'))) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    }
  });

  it('answers no other origin: the site calls its own', () => {
    expect(prod.one('AWS::ApiGatewayV2::Api', 'ApiHttpApi').Properties).not.toHaveProperty(
      'CorsConfiguration',
    );
  });

  it('is the only way to a function: none has a URL of its own', () => {
    expect(prod.all('AWS::Lambda::Url')).toEqual({});
  });
});

describe('the stage', () => {
  const STAGE = 'AWS::ApiGatewayV2::Stage';
  const { Properties: stage, DependsOn } = prod.one(STAGE, 'ApiStage') as {
    Properties: Record<string, unknown>;
    DependsOn?: string[];
  };

  it('is the only one, and deploys by itself', () => {
    expect(Object.keys(prod.all(STAGE))).toEqual(['ApiStage']);
    expect(stage).toMatchObject({ StageName: '$default', AutoDeploy: true });
  });

  it('limits every route, and more tightly those that cost or are open to everybody', () => {
    expect(stage).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      RouteSettings: {
        [routeKey('generateThumbnail')]: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
        [routeKey('createStripeCheckout')]: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
        [routeKey('stripeWebhook')]: { ThrottlingRateLimit: 25, ThrottlingBurstLimit: 50 },
      },
    });
  });

  it('limits as the stage says', () => {
    expect(other.one(STAGE, 'ApiStage').Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
      RouteSettings: {
        [routeKey('generateThumbnail')]: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 4 },
      },
    });
  });

  it('waits for the routes that it limits, without which it cannot be made', () => {
    const limited = Object.entries(prod.all('AWS::ApiGatewayV2::Route')).filter(
      ([, { Properties }]) => String(Properties['RouteKey']) in (stage['RouteSettings'] as object),
    );

    expect(limited).toHaveLength(3);
    expect((DependsOn ?? []).map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(
      expect.arrayContaining(limited.map(([id]) => id)),
    );
  });

  it('writes a line for each request, which tells nobody who it was: no address, no path, no token', () => {
    const { DestinationArn, Format } = stage['AccessLogSettings'] as Record<string, unknown>;
    const line = JSON.parse(String(Format)) as Record<string, string>;

    expect(render(DestinationArn)).toBe('${ApiAccessLog.Arn}');
    expect(line).toMatchObject({ routeKey: '$context.routeKey', status: '$context.status' });
    expect(Object.values(line).join(' ')).not.toMatch(/identity|path|query|claims|userAgent|principal/i);
  });
});

describe('who may invoke a function', () => {
  it('is a service, for one resource of this stack', () => {
    const permissions = Object.values(prod.all('AWS::Lambda::Permission')).map(
      ({ Properties }) => Properties,
    );

    expect(permissions.map(({ Principal }) => Principal).sort()).toEqual([
      ...ENDPOINT_NAMES.map(routeKey).map(() => 'apigateway.amazonaws.com'),
      'cognito-idp.amazonaws.com',
      // refund-abandoned, finish-closings, audit-credits.
      'events.amazonaws.com',
      'events.amazonaws.com',
      'events.amazonaws.com',
    ]);
    for (const { SourceArn } of permissions) {
      expect(render(SourceArn)).toMatch(
        /\$\{(ApiHttpApi|IdentityPool\.Arn|Operations(EveryFiveMinutes|Daily)\.Arn)\}/,
      );
    }
  });
});
