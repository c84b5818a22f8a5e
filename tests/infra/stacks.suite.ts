import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { createStageApp } from '../../infra/create-app.ts';
import { dev, full, prod, site, withoutStackTraces, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

interface Template {
  Resources: Record<string, { Type: string; DeletionPolicy?: string; Properties: Record<string, unknown> }>;
  Outputs: Record<string, { Value: unknown }>;
}

const PRODUCT = 'Thumbforge-full';

/** The stacks of a stage with these settings by their names, in the order of `cdk deploy --all`. */
function synthesizeWith(changes: Partial<typeof STAGES.full>): ReadonlyMap<string, Template> {
  const settings = { ...STAGES.full, ...changes };
  const { stacks } = withoutStackTraces(() => createStageApp({ settings, site, omitsBundles: true }).synth());
  return new Map(stacks.map(({ stackName, template }) => [stackName, template as Template]));
}

/** The outputs of other stacks that a stack refers to. */
function listReferences(value: unknown): { StackName: string; OutputName: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Fn::GetStackOutput' in value) {
    return [value['Fn::GetStackOutput'] as { StackName: string; OutputName: string }];
  }
  return Object.values(value).flatMap(listReferences);
}

/** The logical ID of the resource in an output. */
function findResource(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  return Ref ?? attribute?.[0] ?? '';
}

/** Settings of stages that use different resources from us-east-1. */
const USES = {
  'a firewall and a certificate': {},
  'only a firewall': { domain: undefined },
  'only a certificate': { waf: { ...STAGES.full.waf, enabled: false } },
  'only a certificate of another zone': {
    waf: { ...STAGES.full.waf, enabled: false },
    domain: { name: 'thumbs.example.com', hostedZone: { id: 'Z00NEW', name: 'example.com' } },
  },
  nothing: { waf: { ...STAGES.full.waf, enabled: false }, domain: undefined },
};
const STACKS = Object.entries(USES).map(([use, changes]) => [use, synthesizeWith(changes)] as const);

/** The most resources that CloudFormation accepts in a stack, and the resources of four endpoints as a warning. */
const MAX_RESOURCES = 500 - 28;

describe('the stacks of a stage', () => {
  it('have at most 472 resources, so that the next endpoints do not stop a deployment', () => {
    const product = new Map(STACKS).get('a firewall and a certificate')?.get(PRODUCT);
    const count = Object.keys(product?.Resources ?? {}).length;

    expect(count).toBeGreaterThan(400);
    expect(count, 'move the resources of a feature to a nested stack').toBeLessThanOrEqual(MAX_RESOURCES);
  });

  it.each([
    ['a firewall and a certificate', ['Thumbforge-full-certificate', 'Thumbforge-full-firewall', PRODUCT]],
    ['only a firewall', ['Thumbforge-full-firewall', PRODUCT]],
    ['only a certificate', ['Thumbforge-full-certificate', PRODUCT]],
    ['nothing', [PRODUCT]],
  ])('that uses %s from us-east-1 are %s', (use, names) => {
    const stacks = [...(new Map(STACKS).get(use) ?? [])];

    expect(stacks.map(([name]) => name).sort((one, two) => one.localeCompare(two))).toEqual(names.sort());
    // The stack of the product is last, because it refers to the other stacks.
    expect(stacks.at(-1)?.[0]).toBe(PRODUCT);
  });

  // CloudFormation skips the deletion of a firewall that a distribution still uses, and reports success: it goes on costing.
  const changes = STACKS.flatMap(([before, from]) =>
    STACKS.filter(([after]) => after !== before).map(([after, to]) => ({ before, from, after, to })),
  );
  it.each(changes)(
    'can change from $before to $after: no stack loses what the deployed product uses before the product is deployed',
    ({ from, to }) => {
      const lost = listReferences(from.get(PRODUCT)).flatMap(({ StackName, OutputName }) => {
        const [current, next] = [from.get(StackName), to.get(StackName)];
        const id = findResource(current?.Outputs[OutputName]?.Value);
        const isKept = current?.Resources[id]?.DeletionPolicy?.startsWith('Retain') === true;
        return next === undefined || id in next.Resources || isKept ? [] : [`${StackName} ${id}`];
      });

      expect(lost).toEqual([]);
    },
  );

  it.each(STACKS)(
    'with %s have what the product refers to, and one alarm on errors of CloudFront',
    (_, stacks) => {
      const missing = listReferences(stacks.get(PRODUCT)).filter(
        ({ StackName, OutputName }) => !(OutputName in (stacks.get(StackName)?.Outputs ?? {})),
      );
      const alarms = [...stacks].filter(
        ([name, { Resources }]) =>
          name !== PRODUCT && Object.values(Resources).some(({ Type }) => Type === 'AWS::CloudWatch::Alarm'),
      );

      expect(missing).toEqual([]);
      expect(alarms).toHaveLength(stacks.size === 1 ? 0 : 1);
    },
  );

  it('are protected from deletion alike, and keep a certificate that the settings no longer need', () => {
    const protection = (cloud: Cloud) =>
      cloud.app.node.children.map((stack) => Stack.isStack(stack) && stack.terminationProtection);

    expect([prod, full, dev].map(protection)).toEqual([[true, true], [true, true, true], [false]]);
    expect(Object.values(full.certificate?.all('AWS::CertificateManager::Certificate') ?? {})).toMatchObject([
      { DeletionPolicy: 'RetainExceptOnCreate' },
    ]);
  });
});
