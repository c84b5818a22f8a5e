import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './sources.ts';

const lockFile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

/**
 * Checks that the installed packages have the versions of the lock file. After a `git pull` without `npm ci`, a build would contain the old
 * versions.
 * @throws Error that names a package with another version.
 */
export function checkPackages(root = ROOT): void {
  const expected = readPackages(join(root, 'package-lock.json'));
  // Other package managers than npm do not write this list.
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'));
  for (const [path, { version }] of Object.entries(installed)) {
    const locked = expected[path]?.version;
    if (locked !== undefined && version !== locked)
      throw new Error(
        `${path} has the version ${version}, and package-lock.json ${locked}. First run: npm ci`,
      );
  }
}

function readPackages(path: string): z.output<typeof lockFile>['packages'] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  return lockFile.parse(JSON.parse(text)).packages;
}
