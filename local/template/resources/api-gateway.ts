import { z } from 'zod';
import { HttpApi } from '../../gateway/http-api.ts';
import { JwtAuthorizer, LambdaAuthorizer } from '../../gateway/authorizers.ts';
import type { Provisioner } from '../interpreter.ts';
import { createStableId, type ProvisioningContext } from './context.ts';

const integrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});
const identitySource = { IdentitySource: z.tuple([z.literal('$request.header.Authorization')]) };
const authorizerProperties = z.discriminatedUnion('AuthorizerType', [
  z.object({
    AuthorizerType: z.literal('JWT'),
    ...identitySource,
    JwtConfiguration: z.object({ Audience: z.array(z.string()), Issuer: z.url() }),
  }),
  z.object({
    AuthorizerType: z.literal('REQUEST'),
    ...identitySource,
    AuthorizerPayloadFormatVersion: z.literal('2.0'),
    EnableSimpleResponses: z.literal(true),
    AuthorizerResultTtlInSeconds: z.number(),
    AuthorizerUri: z.string(),
  }),
]);
/** Matches the ARN of the function in the address of an API Gateway integration. */
const FUNCTION_ARN = /\/functions\/(arn:.+)\/invocations$/;
const routeProperties = z.object({
  ApiId: z.string(),
  // The emulator supports neither `ANY` nor greedy parameters, which match several methods or segments.
  RouteKey: z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \/[^+]*$/),
  AuthorizationType: z.enum(['JWT', 'CUSTOM', 'NONE']).default('NONE'),
  AuthorizerId: z.string().optional(),
  Target: z.string(),
});

/**
 * Provisions `AWS::ApiGatewayV2::*` of an HTTP API: routes to Lambda, with Lambda authorizers and JWT authorizers for the user pools of
 * this cloud.
 */
export function createApiGatewayProvisioners({
  functions,
  cognito,
  apis,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  const integrations = new Map<string, string>();
  const authorizers = new Map<string, JwtAuthorizer | LambdaAuthorizer>();
  return {
    'AWS::ApiGatewayV2::Api': (logicalId) => {
      const id = createStableId(stackName, logicalId, 10);
      apis.set(id, new HttpApi(id, functions));
      return { ref: id, attributes: { ApiEndpoint: `https://${id}.execute-api.${region}.amazonaws.com` } };
    },
    'AWS::ApiGatewayV2::Integration': (logicalId, properties) => {
      integrations.set(logicalId, integrationProperties.parse(properties).IntegrationUri);
      return { ref: logicalId };
    },
    'AWS::ApiGatewayV2::Authorizer': (logicalId, properties) => {
      const parsed = authorizerProperties.parse(properties);
      if (parsed.AuthorizerType === 'REQUEST') {
        const functionArn = FUNCTION_ARN.exec(parsed.AuthorizerUri)?.[1];
        if (functionArn === undefined) throw new Error('its address names no function');
        const cacheSeconds = parsed.AuthorizerResultTtlInSeconds;
        authorizers.set(logicalId, new LambdaAuthorizer({ functionArn, functions, cacheSeconds }));
        return { ref: logicalId };
      }
      const { Audience: audience, Issuer } = parsed.JwtConfiguration;
      const poolId = new URL(Issuer).pathname.slice(1);
      const issuer = cognito.issuer(poolId);
      authorizers.set(logicalId, new JwtAuthorizer({ issuer, audience, keys: () => cognito.jwks(poolId) }));
      return { ref: logicalId };
    },
    'AWS::ApiGatewayV2::Route': (logicalId, properties) => {
      const route = routeProperties.parse(properties);
      const functionArn = integrations.get(route.Target.replace('integrations/', ''));
      if (functionArn === undefined) throw new Error(`its target ${route.Target} is not an integration`);
      const authorizer = authorizers.get(route.AuthorizerId ?? '');
      if (route.AuthorizationType !== 'NONE' && authorizer === undefined) {
        throw new Error('it requires an authorizer and has none');
      }
      apis.get(route.ApiId)?.routes.push({ routeKey: route.RouteKey, functionArn, authorizer });
      return { ref: logicalId };
    },
  };
}
