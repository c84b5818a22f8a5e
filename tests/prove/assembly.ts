import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from '../../local/embedded-cloud.ts';
import { synthesize } from '../../local/synthesize.ts';
import { writeSite } from '../support/written-site.ts';

/**
 * Runs `attack` on an embedded cloud of its own, in memory, whose model answers at once.
 * @param assembly folder of the cloud assembly. @default one that is synthesized now, and removed afterwards
 */
export async function withCloud<T>(
  assembly: string | undefined,
  options: Partial<EmbeddedCloudOptions>,
  attack: (cloud: EmbeddedCloud) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prove-'));
  try {
    const cloud = await startEmbeddedCloud({
      assembly: assembly ?? (await synthesizeIn(folder)),
      instantModel: true,
      ...options,
    });
    try {
      return await attack(cloud);
    } finally {
      await cloud.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function synthesizeIn(folder: string): Promise<string> {
  return synthesize({ site: await writeSite(join(folder, 'site')), outdir: join(folder, 'assembly') });
}
