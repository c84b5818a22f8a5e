import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../emulators/data-folder.ts';

/**
 * Deletes the assemblies of the processes that ended without deleting them. The assembly of a running process stays, because another
 * `npm run dev` at another port uses this assembly.
 * @param folder the folder of all assemblies. It may not exist yet.
 */
export async function deleteLeftAssemblies(folder: string): Promise<void> {
  const ids = await readdir(folder).catch(() => []);
  const left = ids.filter((id) => !isRunning(Number(id)));
  await Promise.all(left.map((id) => rm(join(folder, id), { recursive: true, force: true })));
}
