import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteLeftAssemblies } from '../../local/dev/left-assemblies.ts';
import { withTempFolder } from '../support/temp-folder.ts';

it('`npm run dev` deletes the assemblies of processes that have ended, and keeps the assembly of a running process', () =>
  withTempFolder('assemblies', async (folder) => {
    const assemblies = join(folder, 'assemblies');
    await deleteLeftAssemblies(assemblies);
    // No system gives the first id to a process.
    for (const id of [2 ** 31 - 1, process.ppid]) {
      await mkdir(join(assemblies, String(id), 'site'), { recursive: true });
      await writeFile(join(assemblies, String(id), 'site', 'index.html'), '');
    }

    await deleteLeftAssemblies(assemblies);

    expect(await readdir(assemblies)).toEqual([String(process.ppid)]);
  }));
