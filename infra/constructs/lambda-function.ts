import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import { getBundleFolder } from '../build-output.ts';

/** Context of an app whose assembly refers to the folders of the bundles instead of containing copies. */
export const LINKS_BUNDLES = 'thumbforge:links-bundles';
/** Context of an app that is only measured, before anything is built. */
export const OMITS_BUNDLES = 'thumbforge:omits-bundles';

export interface LambdaFunctionProps {
  /** The name of a file in `functions/api` or `functions/events`, without its extension. */
  operation: string;
  description: string;
  environment: Record<string, string>;
  /** Every permission of the function, except to write its own logs. */
  permissions: iam.PolicyStatement[];
  logRetentionDays: logs.RetentionDays;
  /** @default 10 seconds */
  timeout?: Duration;
  /** Memory in MB. More memory brings more CPU: 1024 halves the cold start of 512. @default 1024 */
  memorySize?: number;
  /** Concurrency that is reserved for this function and is also its limit. Above it API Gateway answers 503. @default none */
  reservedConcurrency?: number;
}

/** A Lambda function for an operation, with its own role and log group. */
export class LambdaFunction extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    if (this.node.tryGetContext(LINKS_BUNDLES) === true)
      this.node.setContext(DISABLE_ASSET_STAGING_CONTEXT, true);
    const { permissions, reservedConcurrency } = props;
    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // CDK's default role may write to every log group of the account.
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      // CloudFormation refuses an empty policy.
      ...(permissions.length > 0 && {
        inlinePolicies: { operation: new iam.PolicyDocument({ statements: permissions }) },
      }),
    });
    logGroup.grantWrite(role);
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code:
        this.node.tryGetContext(OMITS_BUNDLES) === true
          ? lambda.Code.fromInline('// Not built.')
          : lambda.Code.fromAsset(getBundleFolder(props.operation)),
      handler: 'index.handler',
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memorySize ?? 1024,
      environment: {
        ...props.environment,
        // A dimension of every metric: separates the stages of one account.
        POWERTOOLS_SERVICE_NAME: Stack.of(this).stackName,
      },
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    });
  }
}
