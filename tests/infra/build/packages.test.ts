import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

// With NODE_ENV=production, npm would install neither tsx nor Vite, which every command needs.
it('npm installs the packages of the build whatever the shell says', async () => {
  const { stdout } = await promisify(execFile)('npm ls tsx vite --depth 0 --parseable', {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', npm_config_omit: 'dev' },
    shell: true,
  });

  expect(stdout.trim().split(/\r?\n/)).toEqual(
    ['tsx', 'vite'].map((name) => join(ROOT, 'node_modules', name)),
  );
});
