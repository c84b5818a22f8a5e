import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { getBundleFolder } from '../build-output.ts';

interface OperationProps {
  /** File in `functions/`, without its ending. */
  operation: string;
  /** One line for the console. */
  description: string;
  environment: Record<string, string>;
  /** All that this function may do, beside writing its own logs. */
  permissions: iam.PolicyStatement[];
  logRetentionDays: logs.RetentionDays;
  /** @default 10 seconds */
  timeout?: Duration;
  /** More memory is more CPU: it halves a cold start. @default 1024 */
  memorySize?: number;
  /** Invocations at once that are kept for this function, and are the most it gets; 0 for none. @default 0 */
  reservedConcurrency?: number;
}

/** One Lambda function of `functions/`, with a role of its own that holds exactly what is listed. */
export class Operation extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: OperationProps) {
    super(scope, id);
    const { reservedConcurrency = 0 } = props;
    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Not CDK's default role: that one may write every log group of the account.
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { operation: new iam.PolicyDocument({ statements: props.permissions }) },
    });
    logGroup.grantWrite(role);
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(getBundleFolder(props.operation)),
      handler: 'index.handler',
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memorySize ?? 1024,
      environment: {
        ...props.environment,
        // The dimension that keeps the metrics of two stages in one account apart.
        POWERTOOLS_SERVICE_NAME: Stack.of(this).stackName,
      },
      tracing: lambda.Tracing.ACTIVE,
      ...(reservedConcurrency > 0 && { reservedConcurrentExecutions: reservedConcurrency }),
    });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]': "X-Ray's two actions to send traces know no resources.",
    });
  }
}
