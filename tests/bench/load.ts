import { randomUUID } from 'node:crypto';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { newCreator, type Creator } from '../support/cloud/creator.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { mapConcurrently, runConcurrently } from '../support/concurrency.ts';
import { findViolations } from '../support/invariants.ts';
import { median, type Section } from './report.ts';
import { createFloor, withCloud } from './cloud.ts';

const USERS = 50;
const MAX_GENERATIONS = 1_000;
const CONCURRENCY_LEVELS = [1, 10, 50, 200];
const WARM_UP = { count: 50, limit: 10 };
/** High limits, so that only the machine limits the load. */
const SETTINGS = { welcomeCredits: 1_000, rateLimits: { generations: 1_000 } };

/**
 * Measures generations without the model's time at growing concurrency, next to the floor: the same four calls to the
 * emulators without the product's code. Checks the invariants of every user at the end.
 */
export async function measureLoad(): Promise<Section> {
  return withCloud(
    SETTINGS,
    async (cloud) => {
      // The trigger of a sign-up has 5 seconds, also on a busy machine.
      const creators = await mapConcurrently([...Array(USERS).keys()], 4, () => newCreator(cloud));
      const refused = new Map<string, number>();
      const generate = createGenerator(creators, refused);
      const floor = createFloor(cloud);
      for (const task of [generate, floor]) await runConcurrently(WARM_UP.count, WARM_UP.limit, task);

      const rows: string[][] = [];
      refused.clear();
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
          formatCounts(refused),
        ]);
        refused.clear();
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
          'refused',
        ],
        rows,
        failures,
      };
    },
    { instantModel: true },
  );
}

/** The codes of requests that a busy machine cannot serve in time. Nothing is charged for them. */
const REFUSALS = new Set<unknown>(['too_many_requests', 'model_unavailable', 'generation_timeout']);

/**
 * Creates a task that generates for one user after the other. It counts refused requests by their code.
 * @throws Error when a generation fails for any other reason.
 */
function createGenerator(
  creators: readonly Creator[],
  refused: Map<string, number>,
): (index: number) => Promise<void> {
  return async (index) => {
    const response = await creators[index % creators.length]?.generate('a castle at sunset', {
      generationId: randomUUID(),
    });
    if (response?.status === 200) return;
    const code = String(response?.body['code']);
    if (!REFUSALS.has(code)) throw new Error(`A generation responded ${String(response?.status)} ${code}.`);
    refused.set(code, (refused.get(code) ?? 0) + 1);
  };
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  return counts.size === 0 ? '0' : [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
}

/** Lets refund-abandoned end what is still pending, then checks that every generation succeeded or was refunded. */
async function checkUsers(cloud: EmbeddedCloud, creators: readonly Creator[]) {
  const inspector = inspectCloud(cloud);
  for (const { userId } of creators) await inspector.backdate(userId);
  await cloud.invoke('RefundAbandoned', {});
  const failures: string[] = [];
  let generations = 0;
  for (const { userId } of creators) {
    const thumbnails = await inspector.thumbnails(userId);
    generations += thumbnails.length;
    if (thumbnails.some(({ status }) => status === 'pending'))
      failures.push(`a generation of the user ${userId} is still pending`);
    failures.push(...(await findViolations(inspector, userId)));
  }
  return { failures, generations };
}
