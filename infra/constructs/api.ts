import { ArnFormat, Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
  HttpUserPoolAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  routeKey,
  type EndpointName,
  type UserEndpointName,
} from '#contract/endpoints/endpoints.ts';
import {
  KEY_CACHE_SECONDS,
  MCP,
  PUBLIC_ENDPOINT_NAMES,
  PUBLIC_ENDPOINTS,
} from '#contract/endpoints/public-api.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageSettings } from '../stages/settings.ts';
import type { Identity } from './identity.ts';

/** The beginnings of the paths that CloudFront forwards to the API, and that the firewall counts. */
export const API_PATHS = ['/api/', '/v1/', '/mcp'];

/**
 * One line of JSON for each request. `functionRequestId` is the id in the function's log and in error responses. The log
 * omits personal data and secrets: IP addresses, user agents, paths and query strings (they contain ids), and tokens.
 */
export const ACCESS_LOG = {
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

/**
 * The limits of the routes without a token. Anyone can call them. An unsigned call of the webhook costs one signature check, and Stripe
 * repeats a throttled event. A report of a page's error may be lost. The property is free JSON in CloudFormation: CDK does not rename its keys.
 */
const PUBLIC_ROUTE_LIMITS = {
  stripeWebhook: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  reportPageError: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
} satisfies Record<Exclude<EndpointName, UserEndpointName>, object>;

/**
 * The limit of every other route, in requests of all users together. It must not be near the load of one user. An account has 10,000
 * requests a second and a burst of 5,000 for all its APIs of a region (API Gateway developer guide, "Quotas").
 */
export const ROUTE_LIMIT = { perSecond: 1_000, burst: 2_000 } as const;

interface ApiProps {
  settings: Pick<StageSettings, 'logRetentionDays'>;
}

/** The function of each operation that an endpoint names. */
type Functions = Record<
  (typeof ENDPOINTS)[EndpointName]['operation'] | 'authorize-key' | 'mcp',
  lambda.IFunction
>;

/**
 * The HTTP API with a route for each endpoint of the contract, and a second route for each endpoint of the public API. API
 * Gateway refuses bodies above 10 MB. An endpoint accepts at most 64 KB, unless its schemas allow a larger body.
 */
export class Api extends Construct {
  /** Host name, without a scheme. */
  readonly domainName: string;
  readonly stage: apigateway.HttpStage;
  readonly accessLog: logs.LogGroup;
  readonly #api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, { settings }: ApiProps) {
    super(scope, id);
    // No CORS: the site calls its own origin, and CloudFront forwards /api/*.
    this.#api = new apigateway.HttpApi(this, 'HttpApi', {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
    });
    this.domainName = `${this.#api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.#api,
      autoDeploy: true,
      // API Gateway applies the limit to each route. It has no limit for all routes of one API together.
      throttle: { rateLimit: ROUTE_LIMIT.perSecond, burstLimit: ROUTE_LIMIT.burst },
    });
    this.accessLog = new logs.LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Set on the CloudFormation resource, because the L2 class imports the whole REST API module.
    getCfnStage(this.stage).accessLogSettings = {
      // Without the `:*` of the log group's own ARN, which the API would not return: its drift is checked.
      destinationArn: Stack.of(this).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: this.accessLog.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
      // `service` separates the metrics of the stages of one account.
      format: JSON.stringify({ service: Stack.of(this).stackName, ...ACCESS_LOG }),
    };
  }

  /** Adds the routes. Separate from the constructor, because the functions and the user pool need the host name. */
  addRoutes(functions: Functions, { pool, client }: Identity): void {
    const userAuthorizer = new HttpUserPoolAuthorizer('Users', pool, { userPoolClients: [client] });
    const noAuthorizer = new apigateway.HttpNoneAuthorizer();
    const stage = getCfnStage(this.stage);
    const publicLimits: Partial<Record<EndpointName, object>> = PUBLIC_ROUTE_LIMITS;
    const limits: Record<string, object | undefined> = {};
    for (const name of ENDPOINT_NAMES) {
      const { method, path, auth, operation } = ENDPOINTS[name];
      const routes = this.#api.addRoutes({
        path,
        methods: [apigateway.HttpMethod[method]],
        integration: new HttpLambdaIntegration(name, functions[operation]),
        authorizer: auth === 'none' ? noAuthorizer : userAuthorizer,
      });
      if (auth === 'none') {
        for (const route of routes) {
          acknowledge(route, {
            'AwsSolutions-APIG4':
              'The caller has no token. The webhook verifies the signature of each call; a report of an error is only counted.',
          });
        }
        limits[routeKey(name)] = publicLimits[name];
        // API Gateway rejects a stage that limits a route which does not exist yet.
        stage.node.addDependency(...routes);
      }
    }
    stage.routeSettings = limits;
    this.#addPublicRoutes(functions);
  }

  /** The routes of the public API lead to the functions of the site. A Lambda authorizer checks the API key. */
  #addPublicRoutes(functions: Functions): void {
    const keyAuthorizer = new HttpLambdaAuthorizer('Keys', functions['authorize-key'], {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: ['$request.header.Authorization'],
      // A revoked key works for that long. A higher value would save calls of the authorizer.
      resultsCacheTtl: Duration.seconds(KEY_CACHE_SECONDS),
    });
    for (const name of PUBLIC_ENDPOINT_NAMES) {
      const { method, path } = PUBLIC_ENDPOINTS[name];
      this.#api.addRoutes({
        path,
        methods: [apigateway.HttpMethod[method]],
        integration: new HttpLambdaIntegration(`public-${name}`, functions[ENDPOINTS[name].operation]),
        authorizer: keyAuthorizer,
      });
    }
    this.#api.addRoutes({
      path: MCP.path,
      methods: MCP.methods.map((method) => apigateway.HttpMethod[method]),
      integration: new HttpLambdaIntegration('mcp', functions.mcp),
      authorizer: keyAuthorizer,
    });
  }
}

function getCfnStage(stage: IConstruct): apigateway.CfnStage {
  return stage.node.defaultChild as apigateway.CfnStage;
}
