import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedCloud, type EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { synthesize } from '../../../local/synthesize.ts';
import { newCreator, type Creator } from '../../integration/support/creator.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { runConcurrently } from '../../support/concurrency.ts';
import { findViolations } from '../../support/invariants.ts';
import { writeMinimalSite } from '../../support/minimal-site.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { median, type Section } from '../report.ts';
import { createFloor } from './floor.ts';

const USERS = 50;
const MAX_GENERATIONS = 1_000;
const CONCURRENCY_LEVELS = [1, 10, 50, 200];
const WARM_UP = { count: 50, limit: 10 };

/**
 * Measures generations without the model's time at growing concurrency, next to the floor: the same four calls to the
 * emulators without the product's code. Checks the invariants of every user at the end.
 */
export async function measureLoad(): Promise<Section> {
  return withTempFolder('load', async (folder) => {
    const cloud = await startCloud(folder);
    try {
      const creators = await Promise.all(Array.from({ length: USERS }, () => newCreator(cloud)));
      const generate = createGenerator(creators);
      const floor = createFloor(cloud);
      for (const task of [generate, floor]) await runConcurrently(WARM_UP.count, WARM_UP.limit, task);

      const rows: string[][] = [];
      for (const level of CONCURRENCY_LEVELS) {
        const count = Math.min(MAX_GENERATIONS, level * 100);
        const floorTimings = await runConcurrently(count, level, floor);
        const timings = await runConcurrently(count, level, generate);
        rows.push([
          String(level),
          String(count),
          median(timings.latencies).toFixed(1),
          (timings.total / count).toFixed(2),
          (floorTimings.total / count).toFixed(2),
          `${Math.round((100 * floorTimings.total) / timings.total)} %`,
        ]);
      }
      const { failures, generations } = await checkUsers(cloud, creators);
      return {
        title: 'Load',
        description: `${USERS} users and a model that answers at once; client, gateway, functions and emulators share one machine. Check at the end: ${generations} generations, ${failures.length} violations.`,
        header: [
          'concurrent',
          'generations',
          'median ms',
          'ms each',
          'floor: four calls',
          'share of the floor',
        ],
        rows,
        failures,
      };
    } finally {
      await cloud.stop();
    }
  });
}

async function startCloud(folder: string): Promise<EmbeddedCloud> {
  const assembly = await synthesize({
    site: await writeMinimalSite(join(folder, 'site')),
    outdir: join(folder, 'assembly'),
    // Only the machine limits the load.
    settings: { welcomeCredits: 1_000, rateLimits: { generationsPerMinute: 1_000 } },
  });
  return startEmbeddedCloud({ assembly, instantModel: true });
}

/** Creates a task that generates for one user after the other. It throws when a generation fails. */
function createGenerator(creators: readonly Creator[]): (index: number) => Promise<void> {
  return async (index) => {
    const response = await creators[index % creators.length]?.generate('a castle at sunset', {
      generationId: randomUUID(),
    });
    if (response?.status !== 200) throw new Error(`A generation responded ${String(response?.status)}.`);
  };
}

async function checkUsers(cloud: EmbeddedCloud, creators: readonly Creator[]) {
  const inspector = inspectCloud(cloud);
  const failures: string[] = [];
  let generations = 0;
  for (const { userId } of creators) {
    const thumbnails = await inspector.thumbnails(userId);
    generations += thumbnails.length;
    if (thumbnails.some(({ status }) => status !== 'succeeded'))
      failures.push(`a generation of the user ${userId} did not succeed`);
    failures.push(...(await findViolations(inspector, userId)));
  }
  return { failures, generations };
}
