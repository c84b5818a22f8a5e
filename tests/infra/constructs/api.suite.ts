import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../contract/routes.ts';
import { prod, render } from '../support/cloud.ts';

const routes = Object.values(prod.all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);

/** The function behind a route. */
function functionBehind(routeKey: string): string {
  const route = routes.find((candidate) => candidate['RouteKey'] === routeKey);
  const integration = /^integrations\/\$\{(.+)\}$/.exec(render(route?.['Target']))?.[1] ?? '';
  return render(prod.one('AWS::ApiGatewayV2::Integration', integration).Properties['IntegrationUri']);
}

describe('the API', () => {
  it("has exactly the contract's routes", () => {
    expect(routes.map((route) => route['RouteKey']).sort()).toEqual(Object.values(ROUTES).sort());
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
    [ROUTES.generateThumbnail, 'GenerateThumbnail'],
    [ROUTES.readCredits, 'ReadCredits'],
    [ROUTES.listThumbnails, 'ListThumbnails'],
    [ROUTES.readThumbnail, 'ListThumbnails'],
    [ROUTES.createStripeCheckout, 'CreateStripeCheckout'],
    [ROUTES.stripeWebhook, 'StripeWebhook'],
    [ROUTES.listPurchases, 'ListPurchases'],
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

describe('who may invoke a function', () => {
  it('is a service, for one resource of this stack', () => {
    const permissions = Object.values(prod.all('AWS::Lambda::Permission')).map(
      ({ Properties }) => Properties,
    );

    expect(permissions.map(({ Principal }) => Principal).sort()).toEqual([
      ...Object.values(ROUTES).map(() => 'apigateway.amazonaws.com'),
      'cognito-idp.amazonaws.com',
      'events.amazonaws.com',
    ]);
    for (const { SourceArn } of permissions) {
      expect(render(SourceArn)).toMatch(
        /\$\{(ApiHttpApi|IdentityPool\.Arn|OperationsEveryFiveMinutes\.Arn)\}/,
      );
    }
  });
});
