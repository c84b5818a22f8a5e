import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

it('npm run check:types finds each error once, also of the site, and in a file that was saved while the last check ran', () =>
  withTempFolder('check-types', async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const name of ['.config', 'local', 'web']) await mkdir(join(folder, name));
    for (const path of ['package.json', 'tsconfig.json', 'web/tsconfig.json', '.config/check-types.ts'])
      await cp(join(ROOT, path), join(folder, path));
    // The site imports the first file, so both parts of the check read it.
    await writeFile(join(folder, 'local/shared.ts'), "export const shared: number = 'text';\n");
    const page = "import '../local/shared.ts';\nexport const page: number = 'text';\n";
    await writeFile(join(folder, 'web/page.ts'), page);
    const file = join(folder, 'local/progress.ts');
    await writeFile(file, 'export const progress: number = 1;\n');
    const findErrors = () =>
      spawnSync('npm', ['run', '--silent', 'check:types'], {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      }).stdout.match(/^\S+\.ts/gm);

    const started = new Date();
    expect(findErrors()).toEqual(['local/shared.ts', 'web/page.ts']);
    await writeFile(file, "export const progress: number = 'text';\n");
    await utimes(file, started, started);

    expect(findErrors()).toEqual(['local/progress.ts', 'local/shared.ts', 'web/page.ts']);
  }));
