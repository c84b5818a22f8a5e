import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startEmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { synthesize } from '../../../local/synthesize.ts';
import type { StageSettings } from '../../../infra/stages/settings.ts';
import { invokeEndpoint } from '../../prove/api.ts';
import { inspectCloud, type CloudInspector } from '../../support/cloud-inspector.ts';
import { mapConcurrently } from '../../support/concurrency.ts';
import { findViolations } from '../../support/invariants.ts';
import { writeMinimalSite } from '../../support/minimal-site.ts';
import { createRandom } from '../../support/random.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { readModelSeconds } from '../scale/assumptions.ts';
import { generateArrivals, type Outcome, type Phase } from '../scale/simulate.ts';
import { startQuotaModels } from './quota-models.ts';

/** Enough that no user reaches the rate limit. */
const USERS = 400;
const CREDITS = 100;

type ImageModelSetting = StageSettings['models'][number];

interface SpikeOptions {
  /** The models with their quotas, in the order of the pool. */
  models: readonly ImageModelSetting[];
  phases: readonly Phase[];
  /** Seconds of the scenario in a second. */
  speed: number;
  /** In seconds of the scenario. */
  longestWait: number;
}

/** What the run measured, in seconds of the scenario. */
export type SpikeResult = Pick<Outcome, 'requested' | 'generated' | 'rejected' | 'latencies'> & {
  /** Requests that a model refused because of its quota. */
  refusedByModels: number;
  violations: string[];
};

/**
 * Plays a scenario with the real functions on the embedded cloud. Rates and quotas are multiplied by the speed, and times
 * are divided by it. The delays of the line are whole seconds in any case, so the line is slower here than on AWS.
 */
export async function playSpike({ models, phases, speed, longestWait }: SpikeOptions): Promise<SpikeResult> {
  const quotaModels = await startQuotaModels(
    models.map(({ id, requestsPerMinute }) => ({
      id,
      perMinute: requestsPerMinute,
      seconds: readModelSeconds(id),
    })),
    speed,
  );
  try {
    return await withTempFolder('spike', async (folder) => {
      const assembly = await synthesize({
        site: await writeMinimalSite(join(folder, 'site')),
        outdir: join(folder, 'assembly'),
        settings: {
          models: models.map((model) => ({ ...model, requestsPerMinute: model.requestsPerMinute * speed })),
          longestWaitSeconds: longestWait / speed,
          rateLimits: { generationsPerMinute: 10_000 },
        },
      });
      const cloud = await startEmbeddedCloud({
        assembly,
        instantModel: true,
        interpose: () => Promise.resolve({ BEDROCK_RUNTIME: quotaModels.endpoint }),
      });
      try {
        const inspector = inspectCloud(cloud);
        const users = Array.from({ length: USERS }, () => randomUUID());
        await mapConcurrently(users, 20, (userId) => inspector.createAccount(userId, CREDITS));
        const requests: Promise<unknown>[] = [];
        const start = performance.now();
        for (const arrival of generateArrivals(phases, createRandom(1))) {
          const wait = start + (arrival * 1_000) / speed - performance.now();
          if (wait > 0) await delay(wait);
          const userId = users[requests.length % users.length] ?? '';
          const body = { prompt: 'a castle', userId };
          requests.push(invokeEndpoint(cloud, { userId, email: undefined }, 'generateThumbnail', { body }));
        }
        await Promise.all(requests);
        return { ...(await collect(inspector, users, speed)), refusedByModels: quotaModels.countRefused() };
      } finally {
        await cloud.stop();
      }
    });
  } finally {
    await quotaModels.close();
  }
}

const ended = z.array(
  z.object({
    status: z.enum(['succeeded', 'failed']),
    createdAt: z.string(),
    endedAt: z.string(),
  }),
);

/** Waits until every generation has ended, and measures them. */
async function collect(inspector: CloudInspector, users: readonly string[], speed: number) {
  for (;;) {
    const rows = await inspector.rows('DataThumbnails');
    if (rows.every(({ status }) => status === 'succeeded' || status === 'failed')) break;
    await delay(500);
  }
  const rows = ended.parse((await mapConcurrently(users, 20, (id) => inspector.thumbnails(id))).flat());
  const succeeded = rows.filter(({ status }) => status === 'succeeded');
  const violations = await mapConcurrently(users, 20, (userId) => findViolations(inspector, userId));
  return {
    requested: rows.length,
    generated: succeeded.length,
    rejected: rows.length - succeeded.length,
    latencies: succeeded
      .map(({ createdAt, endedAt }) => ((Date.parse(endedAt) - Date.parse(createdAt)) / 1_000) * speed)
      .sort((one, other) => one - other),
    violations: violations.flat(),
  };
}
