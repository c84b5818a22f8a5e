import { describe, expect, it } from 'vitest';
import { dev, listPermissions, prod, render, type Cloud } from './support/cloud.ts';

/** The properties that the snapshot of the resources shows for each type, besides the deletion policy. */
const KEY_PROPERTIES: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Route': ['RouteKey', 'AuthorizationType'],
  'AWS::ApiGatewayV2::Stage': ['DefaultRouteSettings', 'RouteSettings'],
  'AWS::Budgets::Budget': ['Budget'],
  'AWS::CloudWatch::Alarm': [
    'Statistic',
    'MetricName',
    'Metrics',
    'Period',
    'EvaluationPeriods',
    'ComparisonOperator',
    'Threshold',
    'TreatMissingData',
  ],
  'AWS::Cognito::UserPool': ['UserPoolTier', 'Policies', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': [
    'ExplicitAuthFlows',
    'AccessTokenValidity',
    'RefreshTokenValidity',
    'RefreshTokenRotation',
  ],
  'AWS::DynamoDB::Table': ['KeySchema', 'GlobalSecondaryIndexes', 'TimeToLiveSpecification'],
  'AWS::Events::Rule': ['ScheduleExpression', 'Targets'],
  'AWS::S3::Bucket': ['BucketName', 'LifecycleConfiguration'],
};

interface MetricStat {
  Metric: { MetricName: string };
  Period: number;
  Stat: string;
}

/** A value of the template in a short form: references rendered, and only what distinguishes lists of objects. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  if (['Ref', 'Fn::GetAtt', 'Fn::Join'].some((key) => key in value)) return render(value);
  const part = value as Record<string, unknown>;
  if ('AttributeName' in part && 'KeyType' in part) return part['AttributeName'];
  if ('MetricStat' in part) {
    const { Metric, Period, Stat } = part['MetricStat'] as MetricStat;
    return `${String(part['Id'])}: ${Stat} ${Metric.MetricName} ${Period} s`;
  }
  if ('Expression' in part) return part['Expression'];
  if ('RetryPolicy' in part) return render(part['Arn']);
  return Object.fromEntries(Object.entries(part).map(([key, child]) => [key, shorten(child)]));
}

/** Types that CDK derives from others, and types that the functions' snapshot or another test covers. */
const OMITTED = /^AWS::(ApiGatewayV2::Integration|IAM|Lambda|Logs|S3::BucketPolicy)|^Custom::/;

/** One line for each resource and output. */
function describeResources(cloud: Cloud): string[] {
  const resources = Object.entries(cloud.all()).filter(([, { Type }]) => !OMITTED.test(Type));
  const lines = resources.map(([id, { Type, Properties, DeletionPolicy }]) => {
    const properties = (KEY_PROPERTIES[Type] ?? [])
      .filter((key) => key in Properties)
      .map((key) => `${key} ${JSON.stringify(shorten(Properties[key]))}`);
    return [`${Type} ${id}`, DeletionPolicy, ...properties].filter(Boolean).join('; ');
  });
  const outputs = Object.entries(cloud.template.findOutputs('*') as Record<string, { Value: unknown }>).map(
    ([id, { Value }]) => `Output ${id}: ${render(Value)}`,
  );
  return [...lines, ...outputs].sort();
}

/** Every policy document of a role: inline and attached. */
function listRolePermissions(cloud: Cloud, role: string): string[] {
  const inline = cloud.one('AWS::IAM::Role', role).Properties['Policies'] as Record<string, unknown>[];
  const attached = Object.values(cloud.all('AWS::IAM::Policy'))
    .map(({ Properties }) => Properties)
    .filter(({ Roles }) => (Roles as unknown[]).map(render).includes(`\${${role}}`));
  return [...inline, ...attached].flatMap(({ PolicyDocument }) => listPermissions(PolicyDocument)).sort();
}

interface FunctionProperties {
  Timeout: number;
  MemorySize: number;
  ReservedConcurrentExecutions?: number;
  Environment: { Variables: Record<string, unknown> };
}

/** Every function writes its own logs and traces. */
const COMMON_PERMISSION =
  /^Allow (logs:(CreateLogStream|PutLogEvents) \$\{\w+Logs\.Arn\}|xray:Put(TelemetryRecords|TraceSegments) \*)$/;

function describeFunctions(cloud: Cloud): string {
  const functions = Object.entries(cloud.all('AWS::Lambda::Function')).filter(([id]) =>
    id.endsWith('Function'),
  );
  const blocks = functions.map(([id, { Properties }]) => {
    const name = id.replace(/Function$/, '');
    const { Timeout, MemorySize, ReservedConcurrentExecutions, Environment } =
      Properties as unknown as FunctionProperties;
    return [
      `${name}: ${Timeout} s, ${MemorySize} MB, reserved concurrency ${ReservedConcurrentExecutions ?? 'none'}`,
      ...Object.entries(Environment.Variables)
        .filter(([variable]) => variable !== 'POWERTOOLS_SERVICE_NAME')
        .map(([variable, value]) => `  ${variable}=${render(value)}`)
        .sort(),
      ...listRolePermissions(cloud, `${name}Role`)
        .filter((permission) => !COMMON_PERMISSION.test(permission))
        .map((permission) => `  ${permission}`),
    ].join('\n');
  });
  return `${blocks.sort().join('\n\n')}\n`;
}

// After an intended change: npx vitest run tests/infra/thumbforge-stack.test.ts --update
describe('the snapshot', () => {
  it('pins the limits, the environment and the exact permissions of every function in prod', async () => {
    await expect(describeFunctions(prod)).toMatchFileSnapshot('snapshots/functions.prod.txt');
  });

  it('pins the resources and the outputs of prod', async () => {
    await expect(toText(describeResources(prod))).toMatchFileSnapshot('snapshots/resources.prod.txt');
  });

  it('pins how the resources of dev differ from prod', async () => {
    const [inProd, inDev] = [prod, dev].map((cloud) =>
      describeResources(cloud).map((line) => line.replaceAll(/-(prod|dev)\b/g, '-STAGE')),
    ) as [string[], string[]];
    const lines = [
      ...inProd.filter((line) => !inDev.includes(line)).map((line) => `prod ${line}`),
      ...inDev.filter((line) => !inProd.includes(line)).map((line) => `dev  ${line}`),
    ];

    await expect(toText(lines)).toMatchFileSnapshot('snapshots/resources.dev.txt');
  });
});

const toText = (lines: string[]) => `${lines.join('\n')}\n`;
