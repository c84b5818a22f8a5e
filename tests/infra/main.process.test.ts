import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'cdk-out-'));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

// `.ci/run` synthesizes both stages with the CDK CLI.
describe('the app that the CDK CLI runs', () => {
  it('lists the stages if the context names an unknown stage', { timeout: 60_000 }, async () => {
    // The CLI passes the folder and the context in the environment.
    const env = {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'nowhere' }),
    };

    await expect(
      run(join(ROOT, 'node_modules/.bin/tsx'), ['infra/main.ts'], { cwd: ROOT, env }),
    ).rejects.toThrow('There is no stage "nowhere". Stages: dev, prod.');
  });
});
