import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Lists the inputs that all builds have: the contract, the code of the builds, the configuration files of the root folder, and the
 * versions of all packages. npm writes a list of what it installed into `node_modules`. The manifests are for a package that
 * something else changed.
 */
export function listSharedSources(): string[] {
  const files = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ name }) => name);
  const code = ['contract', 'infra/build', 'infra/build-output.ts', 'node_modules/.package-lock.json'];
  return [
    ...[...files, ...code].map((path) => join(ROOT, path)),
    ...listManifests(join(ROOT, 'node_modules')),
  ];
}

function listManifests(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? listManifests(join(folder, name)) : [join(folder, name, 'package.json')],
    );
}
