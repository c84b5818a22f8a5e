import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** Runs the app as the CDK CLI does: where to write, and the context, are in its environment. */
function asTheCli(stage: string) {
  return run(join(ROOT, 'node_modules/.bin/tsx'), ['infra/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ stage }),
      // CloudFormation's own rules are the CLI's business, and take most of the time.
      CDK_VALIDATION: 'false',
    },
  });
}

describe('the app that the CDK CLI runs', () => {
  it('leaves the stack of the stage, with its site, in the assembly', { timeout: 60_000 }, async () => {
    await asTheCli('prod');

    const manifest = await readFile(join(outdir, 'manifest.json'), 'utf8');
    expect(manifest).toContain('"Thumbforge-prod"');
    expect(await readFile(join(outdir, 'Thumbforge-prod.assets.json'), 'utf8')).toContain('Pages');
  });

  it('says which stages there are, where it is asked for another', { timeout: 60_000 }, async () => {
    await expect(asTheCli('nowhere')).rejects.toThrow('There is no stage "nowhere". Stages: dev, prod.');
  });
});
