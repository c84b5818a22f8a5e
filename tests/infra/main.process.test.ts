import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'cdk-out-'));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

const runFile = (args: string[], env = {}) =>
  execute(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, env: { ...process.env, ...env } });

describe('as a process', () => {
  // `.ci/run` synthesizes both stages with the CDK CLI.
  it('the CDK app lists the stages if the context names an unknown stage', { timeout: 60_000 }, async () => {
    // The CLI passes the folder and the context in the environment.
    const env = { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'nowhere' }) };

    await expect(runFile(['infra/main.ts'], env)).rejects.toThrow(
      'There is no stage "nowhere". Stages: dev, prod.',
    );
  });

  it(
    'npm run settings prints each setting with its value, source and meaning',
    { timeout: 60_000 },
    async () => {
      const { stdout, stderr } = await runFile(['infra/commands/main.ts', 'settings', '--stage', 'prod']);

      const lines = stdout.split('\n');
      expect(stderr).toBe('');
      expect(lines[0]).toMatch(/^setting +value +source +meaning$/);
      expect(lines).toContainEqual(expect.stringMatching(/^region +us-west-2 +default +AWS region/));
      expect(lines).toContainEqual(expect.stringMatching(/^keepData +true +stage file +Protect users/));
      expect(lines).toContainEqual(expect.stringMatching(/^domain +- +default +Custom domain/));
    },
  );

  it('an unknown command prints the usage', { timeout: 60_000 }, async () => {
    await expect(runFile(['infra/commands/main.ts', 'unknown'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('deploy | destroy | doctor | settings | stripe:setup') as string,
    });
  });
});
