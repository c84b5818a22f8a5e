import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { createStageApp } from '../../infra/create-app.ts';
import { measureEnvironment, measureStack } from '../../infra/template-limits.ts';
import {
  dev,
  full,
  largest,
  listStacks,
  named,
  prod,
  removeHash,
  site,
  type Cloud,
} from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const clouds = { prod, dev, full, named, largest };

function listMeasurements({ app }: Cloud) {
  return app.node.children.filter((child) => Stack.isStack(child)).flatMap((stack) => measureStack(stack));
}

describe.each(Object.entries(clouds))('in the stage %s', (_, cloud) => {
  const measurements = listMeasurements(cloud);
  const listIds = (part: string) =>
    measurements
      .filter((measurement) => measurement.part === part)
      .map(({ id }) => removeHash(id))
      .sort();

  it('every function and every role is measured', () => {
    // The function that empties buckets is CDK's own, with a fixed environment and role.
    const listAll = (type: string) =>
      listStacks(cloud)
        .flatMap((stack) => Object.keys(stack.all(type)))
        .filter((id) => !id.startsWith('CustomS3AutoDeleteObjects'))
        .sort();
    expect(listIds('environment')).toEqual(listAll('AWS::Lambda::Function'));
    expect(listIds('policies')).toEqual(listAll('AWS::IAM::Role'));
  });

  it.each(measurements.filter(({ part }) => part === 'environment'))(
    'Lambda accepts the environment of $id',
    ({ size }) => {
      // 256 bytes less than Lambda's limit.
      expect(size).toBeLessThanOrEqual(3_840);
    },
  );

  it.each(measurements.filter(({ part }) => part === 'policies'))(
    'IAM accepts the inline policies of $id',
    ({ size }) => {
      expect(size).toBeLessThanOrEqual(10_240);
    },
  );
});

it('measures an environment with its names, quotes and commas, and with the escaped quotes of its values', () => {
  // {"A":"[\"é\"]","B":"2"}
  expect(measureEnvironment({ A: '["é"]', B: '2' })).toBe(24);
});

it('does not synthesize a stage that AWS would refuse halfway, and says what to change', () => {
  const [service] = STAGES.prod.services;
  const services = Array.from({ length: 30 }, (_, index) => ({
    ...service,
    id: `us.stability.more-${index}`,
  }));
  const settings = { ...STAGES.prod, services } as typeof STAGES.prod;
  const app = createStageApp({ settings, site });

  expect(() => app.synth()).toThrow(
    /The environment of McpFunction\w+ would have the size \d+, and the limit is 3840\. Name fewer models in the settings/,
  );
});
