import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../../infra/commands/settings.ts', import.meta.url));

describe('npm run settings, as a process of its own', () => {
  it('prints each setting with its value, its source and its meaning', { timeout: 30_000 }, async () => {
    const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', COMMAND, '--stage', 'prod']);

    const lines = stdout.split('\n');
    expect(stderr).toBe('');
    expect(lines[0]).toMatch(/^setting +value +from +meaning$/);
    expect(lines).toContainEqual(expect.stringMatching(/^region +us-west-2 +default +AWS region/));
    expect(lines).toContainEqual(expect.stringMatching(/^keepData +true +stage file +Keep users/));
    expect(lines).toContainEqual(expect.stringMatching(/^domain +- +default +A name/));
  });
});
