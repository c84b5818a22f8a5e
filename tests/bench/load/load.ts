import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCloud, type EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { synthesize } from '../../../local/synthesize.ts';
import { newCreator, type Creator } from '../../integration/support/creator.ts';
import { auditOf } from '../../support/audit.ts';
import { violationsOf } from '../../support/violations.ts';
import { writeSite } from '../../support/written-site.ts';
import { median } from '../median.ts';
import type { Section } from '../section.ts';
import { floorOf } from './floor.ts';
import { inFlight } from './in-flight.ts';

const USERS = 50;
const GENERATIONS = 1_000;
const AT_ONCE = [1, 10, 50, 200];

/**
 * How long a generation takes beside the model, at growing load, and the floor: the same four calls to the emulators
 * with none of our code, at the same load in the same run. Ends with the invariants of every user.
 */
export async function load(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'load-'));
  const cloud = await startCloud(folder);
  try {
    const creators = await Promise.all(Array.from({ length: USERS }, () => newCreator(cloud)));
    const generate = generator(creators);
    const floor = floorOf(cloud);
    await inFlight(50, 10, generate);
    await inFlight(50, 10, floor);

    const rows: string[][] = [];
    for (const atOnce of AT_ONCE) {
      const count = Math.min(GENERATIONS, atOnce * 100);
      const floors = await inFlight(count, atOnce, floor);
      const ours = await inFlight(count, atOnce, generate);
      rows.push([
        String(atOnce),
        String(count),
        median(ours.latencies).toFixed(1),
        (ours.elapsed / count).toFixed(2),
        (floors.elapsed / count).toFixed(2),
        `${Math.round((100 * floors.elapsed) / ours.elapsed)} %`,
      ]);
    }
    const { failures, checked } = await audit(cloud, creators);
    return {
      title: 'Load',
      note: `${USERS} users, a model that answers at once, everything (browser, gateway, functions, emulators) on one machine. After it: ${checked} generations, every one succeeded with one spend and its picture, ${failures.length} violations.`,
      header: ['in flight', 'generations', 'median ms', 'ms each', 'four calls alone', 'emulators’ share'],
      rows,
      failures,
    };
  } finally {
    await cloud.stop();
    await rm(folder, { recursive: true });
  }
}

async function startCloud(folder: string): Promise<EmbeddedCloud> {
  const site = await writeSite(join(folder, 'site'));
  const assembly = await synthesize({
    site,
    outdir: join(folder, 'assembly'),
    // Nothing but the machine limits it.
    settings: { welcomeCredits: 1_000, rateLimits: { generationsPerMinute: 1_000 } },
  });
  return startEmbeddedCloud({ assembly, instantModel: true });
}

/** Generates for one user after the other. @throws when one is refused. */
function generator(creators: readonly Creator[]): (turn: number) => Promise<void> {
  return async (turn) => {
    const answer = await creators[turn % creators.length]?.generate('a castle at sunset', {
      generationId: randomUUID(),
    });
    if (answer?.status !== 200) throw new Error(`A generation was answered ${String(answer?.status)}.`);
  };
}

async function audit(cloud: EmbeddedCloud, creators: readonly Creator[]) {
  const books = auditOf(cloud);
  const failures: string[] = [];
  let checked = 0;
  for (const { userId } of creators) {
    const thumbnails = await books.thumbnails(userId);
    checked += thumbnails.length;
    if (thumbnails.some(({ status }) => status !== 'succeeded'))
      failures.push(`user ${userId} lost a picture`);
    failures.push(...(await violationsOf(books, userId)));
  }
  return { failures, checked };
}
