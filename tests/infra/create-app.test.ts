import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { createApp, createStageApp } from '../../infra/create-app.ts';
import { findStage } from '../../infra/stages/stages.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'create-app-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('the CDK app', () => {
  it('sets every feature flag as CDK recommends, so that a new flag is noticed before it changes a template', () => {
    expect(cdk.context).toEqual(CURRENTLY_RECOMMENDED_FLAGS);
  });

  it('sets the feature flags without the CDK CLI, too', () => {
    const { node } = createApp(join(root, 'flags'));

    const flags = Object.keys(cdk.context).map((flag) => [flag, node.tryGetContext(flag) as unknown]);

    expect(Object.fromEntries(flags)).toEqual(cdk.context);
  });

  it('asks for a build if the build output is missing', () => {
    const options = { settings: findStage('dev'), site: join(root, 'missing'), outdir: join(root, 'out') };

    expect(() => createStageApp(options)).toThrow(/missing does not exist\. First run: npm run build$/);
  });
});
