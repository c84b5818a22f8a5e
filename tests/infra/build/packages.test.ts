import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPackages } from '../../../infra/build/check-packages.ts';

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

describe('a build', () => {
  /** Writes the packages of the lock file and the installed packages. @returns their folder. */
  async function install(locked: object, installed: object): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'packages-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'node_modules'));
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
    await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    return root;
  }

  const LOCKED = {
    '': { name: 'thumbforge', version: '0.1.0' },
    'node_modules/stripe': { version: '23.1.0' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  };

  it('stops if a package has another version than in the lock file', async () => {
    const root = await install(LOCKED, { 'node_modules/stripe': { version: '23.0.0' } });

    expect(() => checkPackages(root)).toThrow(
      'node_modules/stripe has the version 23.0.0, and package-lock.json 23.1.0. First run: npm ci',
    );
  });

  it('accepts the versions of the lock file, a missing optional package and one that npm did not save', async () => {
    const installed = {
      'node_modules/stripe': { version: '23.1.0' },
      'node_modules/tool': { version: '1.0.0' },
    };
    const root = await install(LOCKED, installed);

    expect(() => checkPackages(root)).not.toThrow();
    await rm(join(root, 'node_modules'), { recursive: true });
    expect(() => checkPackages(root)).not.toThrow();
  });
});
