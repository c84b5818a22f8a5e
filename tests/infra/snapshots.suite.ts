import { describe, expect, it } from 'vitest';
import { dev, full, listStacks, prod, render, type Cloud } from './support/cloud.ts';

/** Properties of resources that the snapshots omit: other tests cover them, or they only repeat a name. */
const OMITTED_PROPERTIES = new Set([
  'AlarmActions',
  'AlarmDescription',
  'AlarmName',
  'DashboardBody',
  'EmailMessage',
  'FunctionCode',
  'OKActions',
  'Tags',
]);

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
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => !OMITTED_PROPERTIES.has(key))
      .map(([key, child]) => [key, shorten(child)]),
  );
}

/** Types that CDK derives from others, and types that the functions' snapshot or another test covers. */
const OMITTED_TYPES = /^AWS::(ApiGatewayV2::(Integration|Route)|IAM|Lambda|Logs)|^Custom::/;

/** A line for each resource, each of its properties, and each output. */
function describeResources(stacks: readonly Pick<Cloud, 'all' | 'template'>[]): string[] {
  const lines = stacks.flatMap((stack) => {
    const resources = Object.entries(stack.all()).filter(([, { Type }]) => !OMITTED_TYPES.test(Type));
    const outputs = Object.entries(stack.template.findOutputs('*') as Record<string, { Value: unknown }>);
    return [
      ...resources.flatMap(([id, { Type, Properties, DeletionPolicy }]) => [
        `${id} ${[Type, DeletionPolicy].filter(Boolean).join(', ')}`,
        ...Object.entries(Properties)
          .filter(([key]) => !OMITTED_PROPERTIES.has(key))
          .map(([key, value]) => `${id}.${key}: ${JSON.stringify(shorten(value))}`),
      ]),
      ...outputs.map(([id, { Value }]) => `Output ${id}: ${JSON.stringify(shorten(Value))}`),
    ];
  });
  return lines.sort();
}

interface FunctionProperties {
  Timeout: number;
  MemorySize: number;
  ReservedConcurrentExecutions?: number;
  Environment: { Variables: Record<string, unknown> };
}

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
    ].join('\n');
  });
  return `${blocks.sort().join('\n\n')}\n`;
}

// After an intended change: npm run snapshots
describe('the snapshot', () => {
  it('pins the limits and the environment of every function in prod', async () => {
    await expect(describeFunctions(prod)).toMatchFileSnapshot('snapshots/functions.prod.txt');
  });

  it('pins the resources and the outputs of prod', async () => {
    await expect(toText(describeResources(listStacks(prod)))).toMatchFileSnapshot(
      'snapshots/resources.prod.txt',
    );
  });

  it('pins how the resources of dev differ from prod', async () => {
    const [inProd, inDev] = [prod, dev].map((cloud) =>
      describeResources(listStacks(cloud)).map((line) => line.replaceAll(/-(prod|dev)\b/g, '-STAGE')),
    ) as [string[], string[]];
    const lines = [
      ...inProd.filter((line) => !inDev.includes(line)).map((line) => `prod ${line}`),
      ...inDev.filter((line) => !inProd.includes(line)).map((line) => `dev  ${line}`),
    ];

    await expect(toText(lines)).toMatchFileSnapshot('snapshots/resources.dev.txt');
  });
});

describe('a stage', () => {
  /** The names in the account that a stack chooses. An authorizer belongs to its API. */
  const listNames = (cloud: Cloud) =>
    listStacks(cloud).flatMap((stack) =>
      Object.values(stack.all()).flatMap(({ Type, Properties }) => {
        const nested = Object.entries(Properties).filter(([key]) => /(Config|Budget)$/.test(key));
        return [Properties, ...nested.map(([, properties]) => properties as object)]
          .flatMap((properties) => Object.entries(properties))
          .flatMap(([key, name]) =>
            OWN_NAME.test(key) && typeof name === 'string' && !Type.endsWith('Authorizer') ? [name] : [],
          );
      }),
    );

  it('has its own tags, and shares no name with another stage of the account', () => {
    const { stacks } = prod.app.synth();
    const names = listNames(full);

    expect(stacks.map(({ tags }) => tags)).toEqual(
      stacks.map(() => ({ application: 'thumbforge', stage: 'prod' })),
    );
    expect(listNames(prod).filter((name) => names.includes(name))).toEqual([]);
    expect(names).toContain('Thumbforge-full');
  });
});

const OWN_NAME = /^(Alarm|Budget|Dashboard|Display|Function|Queue|Role|Table|Topic|UserPool|)Name$/;

const toText = (lines: string[]) => `${lines.join('\n')}\n`;
