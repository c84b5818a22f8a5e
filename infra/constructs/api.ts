import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import { ROUTES } from '../../contract/routes.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageSettings } from '../stages/settings.ts';
import type { Identity } from './identity.ts';

/** Routes that carry no token: Stripe signs its calls instead. */
const PUBLIC: readonly string[] = [ROUTES.stripeWebhook];

/**
 * One line of JSON for each request. `functionRequestId` is the id that the function's own log has, and that an error
 * tells the creator. Not among them: IP addresses and browsers, which are personal; paths and query strings, which hold
 * ids; tokens.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  functionRequestId: '$context.integration.requestId',
  time: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  error: '$context.error.responseType',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
  latency: '$context.responseLatency',
  functionLatency: '$context.integrationLatency',
  responseLength: '$context.responseLength',
};

interface ApiProps {
  settings: Pick<StageSettings, 'throttle' | 'logRetentionDays'>;
}

type Functions = Record<keyof typeof ROUTES, lambda.IFunction>;

/**
 * The HTTP API: the contract's routes, each but Stripe's behind the user pool's tokens. A body of more than 10 MB never
 * comes through API Gateway; functions/http takes 64 KB of it at most.
 */
export class Api extends Construct {
  /** Host name, without a scheme. */
  readonly domainName: string;
  readonly stage: apigateway.HttpStage;
  readonly #api: apigateway.HttpApi;
  readonly #throttle: StageSettings['throttle'];

  constructor(scope: Construct, id: string, { settings }: ApiProps) {
    super(scope, id);
    this.#throttle = settings.throttle;
    // No CORS: the site calls its own origin, and CloudFront forwards /api/*.
    this.#api = new apigateway.HttpApi(this, 'HttpApi', { createDefaultStage: false });
    this.domainName = `${this.#api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    // So much for each route: of all routes together API Gateway knows the account's limit alone.
    const { perSecond: rateLimit, burst: burstLimit } = settings.throttle;
    this.stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.#api,
      autoDeploy: true,
      throttle: { rateLimit, burstLimit },
    });
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // By the resource's own properties: the classes for it would load the whole of REST APIs.
    resourceOf(this.stage).accessLogSettings = {
      destinationArn: accessLog.logGroupArn,
      format: JSON.stringify(ACCESS_LOG),
    };
  }

  /** Puts a function behind each route. Apart from the constructor: functions and users need what needs the host name. */
  route(functions: Functions, { pool, client }: Identity): void {
    const users = new HttpUserPoolAuthorizer('Users', pool, { userPoolClients: [client] });
    const nobody = new apigateway.HttpNoneAuthorizer();
    const stage = resourceOf(this.stage);
    const limits = this.#limits();
    stage.routeSettings = limits;
    for (const [name, routeKey] of Object.entries(ROUTES)) {
      const [method, path] = routeKey.split(' ') as [apigateway.HttpMethod, string];
      const isPublic = PUBLIC.includes(routeKey);
      const routes = this.#api.addRoutes({
        path,
        methods: [method],
        integration: new HttpLambdaIntegration(name, functions[name as keyof Functions]),
        authorizer: isPublic ? nobody : users,
      });
      if (isPublic) {
        for (const route of routes) {
          acknowledge(route, {
            'AwsSolutions-APIG4': 'Stripe holds no token: it signs each call, and the function checks that.',
          });
        }
      }
      // A stage that limits a route which is not there yet fails to deploy.
      if (routeKey in limits) stage.node.addDependency(...routes);
    }
  }

  /** The routes with limits of their own, in requests a second and at once above that. */
  #limits(): Record<string, RouteLimit> {
    const { generatePerSecond, generateBurst } = this.#throttle;
    return {
      [ROUTES.generateThumbnail]: limit(generatePerSecond, generateBurst),
      // A payment that is begun makes a session at Stripe, which throttles us in turn.
      [ROUTES.createStripeCheckout]: limit(5, 10),
      // Open to everybody. Stripe repeats what is refused; each call that is not Stripe's costs one signature check.
      [ROUTES.stripeWebhook]: limit(25, 50),
    };
  }
}

/** As the template has it: the property is free JSON, of which CDK translates nothing. */
interface RouteLimit {
  ThrottlingRateLimit: number;
  ThrottlingBurstLimit: number;
}

function limit(ThrottlingRateLimit: number, ThrottlingBurstLimit: number): RouteLimit {
  return { ThrottlingRateLimit, ThrottlingBurstLimit };
}

function resourceOf(stage: IConstruct): apigateway.CfnStage {
  return stage.node.defaultChild as apigateway.CfnStage;
}
