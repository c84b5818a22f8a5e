import { Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { createApp, createStageApp } from '../../infra/create-app.ts';
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

  // Lambda cannot start a function with a file that only its owner may read.
  it.skipIf(process.platform === 'win32')(
    'lets everyone read its assets, whatever the umask is',
    async () => {
      vi.stubEnv('CDK_VALIDATION', 'false');
      const folder = await mkdtemp(join(tmpdir(), 'app-'));
      const bundle = join(folder, 'bundle');
      const outdir = join(folder, 'assembly');
      await mkdir(bundle);
      await writeFile(join(bundle, 'index.mjs'), '', { mode: 0o600 });
      await writeFile(join(bundle, 'run'), '', { mode: 0o700 });

      const app = createApp({ outdir });
      const { assetHash } = new Asset(new Stack(app, 'Stack'), 'Bundle', { path: bundle });
      app.synth();

      const getMode = async (name: string) =>
        (await stat(join(outdir, `asset.${assetHash}`, name))).mode & 0o777;
      expect([await getMode('index.mjs'), await getMode('run')]).toEqual([0o644, 0o744]);
      await rm(folder, { recursive: true });
    },
  );

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
