import fs, { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withWorld } from '../faults/world.ts';
import type { Wrong } from './case.ts';
import { freePort } from './free-port.ts';
import { sweep, troubled, wrongEnd } from './generation.ts';

/** A generation while the bucket's disk is full, and one when there is room again. */
export async function fullDisk(assembly: string | undefined): Promise<Wrong[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'full-disk-'));
  try {
    return await withWorld(
      assembly,
      async (world) => {
        const it = await troubled(world, () => 'none');
        const empty = fillDisk(join(dataDir, 's3'));
        const reply = await it.ask().finally(empty);
        await sweep(world, it);
        const refused = { status: 500, painted: false, says: /no credit was taken/ };
        const next = await troubled(world, () => 'none');
        return [
          await wrongEnd(world, it, reply, refused),
          await wrongEnd(world, next, await next.ask(), { status: 200, painted: true }),
        ];
      },
      { dataDir, port: await freePort() },
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Says ENOSPC to whoever writes a file under a folder, as the system does: a disk that is really full would take the
 * rights of its administrator. @returns how to make room again.
 */
function fillDisk(folder: string): () => void {
  const { writeFile } = fs;
  fs.writeFile = (file, ...rest) => {
    if (typeof file !== 'string' || !file.startsWith(folder)) return writeFile(file, ...rest);
    const message = `ENOSPC: no space left on device, write '${file}'`;
    return Promise.reject(Object.assign(new Error(message), { code: 'ENOSPC' }));
  };
  syncBuiltinESMExports();
  return () => {
    fs.writeFile = writeFile;
    syncBuiltinESMExports();
  };
}
