import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { createStageApp } from '../../infra/create-app.ts';
import { findStage } from '../../infra/stages/stages.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MISSING = join(ROOT, 'missing');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the CDK app', () => {
  it('sets every feature flag as CDK recommends, so that a new flag is noticed before it changes a template', () => {
    expect(cdk.context).toEqual(CURRENTLY_RECOMMENDED_FLAGS);
  });

  it('asks for a build if the build output is missing', () => {
    expect(() => createStageApp({ settings: findStage('dev'), site: MISSING })).toThrow(
      `${MISSING} does not exist. First run: npm run build`,
    );
  });

  // The CDK CLI, which `.ci/run` uses for one stage, passes the context in this variable.
  it('lists the stages if the context names an unknown stage', async () => {
    vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify({ stage: 'nowhere' }));

    await expect(import('../../infra/main.ts')).rejects.toThrow(
      'There is no stage "nowhere". Stages: dev, prod.',
    );
  });
});

describe('the commands', () => {
  it('print their usage for an unknown name, with exit code 2', { timeout: 60_000 }, async () => {
    const args = ['--import', 'tsx', 'infra/commands/main.ts', 'unknown'];

    await expect(promisify(execFile)(process.execPath, args, { cwd: ROOT })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage: npm run credits | deploy') as string,
    });
  });
});
