import { Aws } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ROUTES } from '../../contract/routes.ts';
import type { Identity } from './identity.ts';

/** Routes that carry no token: Stripe signs its calls instead. */
const PUBLIC: readonly string[] = [ROUTES.stripeWebhook];

type Functions = Record<keyof typeof ROUTES, lambda.IFunction>;

/** The HTTP API: the contract's routes, each but Stripe's behind the user pool's tokens. */
export class Api extends Construct {
  /** Host name, without a scheme. */
  readonly domainName: string;
  readonly #api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, { identity }: { identity: Identity }) {
    super(scope, id);
    // No CORS: the site calls its own origin, and CloudFront forwards /api/*.
    this.#api = new apigateway.HttpApi(this, 'HttpApi', {
      defaultAuthorizer: new HttpUserPoolAuthorizer('Users', identity.pool, {
        userPoolClients: [identity.client],
      }),
    });
    this.domainName = `${this.#api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  }

  /** Puts a function behind each route. Apart from the constructor: the functions need what needs the host name. */
  route(functions: Functions): void {
    for (const [name, routeKey] of Object.entries(ROUTES)) {
      const [method, path] = routeKey.split(' ') as [apigateway.HttpMethod, string];
      this.#api.addRoutes({
        path,
        methods: [method],
        integration: new HttpLambdaIntegration(name, functions[name as keyof Functions]),
        ...(PUBLIC.includes(routeKey) && { authorizer: new apigateway.HttpNoneAuthorizer() }),
      });
    }
  }
}
