import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '../../contract/endpoints.ts';
import { other, prod, removeHash, render } from './support/cloud.ts';

const STAGE = 'AWS::ApiGatewayV2::Stage';
const routes = Object.values(prod.all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);

/** `read-credits` -> `ReadCredits` */
const toPascalCase = (operation: string) =>
  operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The function that a route invokes. */
function findFunction(key: string): string {
  const route = routes.find((candidate) => candidate['RouteKey'] === key);
  const integration = /^integrations\/\$\{(.+)\}$/.exec(render(route?.['Target']))?.[1] ?? '';
  return render(prod.one('AWS::ApiGatewayV2::Integration', integration).Properties['IntegrationUri']);
}

describe('the API', () => {
  it('has exactly the routes of the endpoint table', () => {
    expect(routes.map((route) => route['RouteKey']).sort()).toEqual(ENDPOINT_NAMES.map(routeKey).sort());
  });

  it.each(ENDPOINT_NAMES)("connects %s to its operation, with the table's authorization", (name) => {
    const { auth, operation } = ENDPOINTS[name];
    const route = routes.find((candidate) => candidate['RouteKey'] === routeKey(name));

    expect(findFunction(routeKey(name))).toBe(`\${${toPascalCase(operation)}Function.Arn}`);
    expect(route?.['AuthorizationType']).toBe(auth === 'user' ? 'JWT' : 'NONE');
    expect(route?.['AuthorizerId'] && render(route['AuthorizerId'])).toBe(
      auth === 'user' ? '${ApiHttpApiUsers}' : undefined,
    );
  });

  it('has only one route without authorization: the webhook, which verifies a signature', () => {
    const open = routes.filter((route) => route['AuthorizationType'] !== 'JWT');

    expect(open.map((route) => route['RouteKey'])).toEqual(['POST /api/stripe-webhook']);
  });

  it("accepts only tokens of this stack's user pool that were issued to the site's client", () => {
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

  it('sends events in payload format 2.0, which the functions parse', () => {
    for (const { Properties } of Object.values(prod.all('AWS::ApiGatewayV2::Integration'))) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    }
  });

  it('has no CORS configuration, because the site calls its own origin', () => {
    expect(prod.one('AWS::ApiGatewayV2::Api', 'ApiHttpApi').Properties).not.toHaveProperty(
      'CorsConfiguration',
    );
  });

  it('takes its throttles from the settings', () => {
    expect(other.one(STAGE, 'ApiStage').Properties).toMatchObject({
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

describe('a function', () => {
  it('can be invoked only by the API, the user pool and the schedules of this stack', () => {
    expect(prod.all('AWS::Lambda::Url')).toEqual({});
    for (const { Properties } of Object.values(prod.all('AWS::Lambda::Permission'))) {
      expect(render(Properties['SourceArn'])).toMatch(
        /\$\{(ApiHttpApi|IdentityPool\.Arn|Schedules(EveryFiveMinutes|Daily)\.Arn)\}/,
      );
    }
  });

  it.each(['AuditCredits', 'ShowAccount', 'GrantCredits'])('for operators (%s) has no route', (name) => {
    const uris = Object.values(prod.all('AWS::ApiGatewayV2::Integration')).map(({ Properties }) =>
      render(Properties['IntegrationUri']),
    );

    expect(uris).not.toContain(`\${${name}Function.Arn}`);
  });
});
