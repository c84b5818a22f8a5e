import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../local/synthesize.ts';
import { writeSite } from '../../support/written-site.ts';
import { withWorld } from '../faults/world.ts';
import type { Attack, Part } from '../part.ts';
import type { NamedCase, Wrong } from './case.ts';
import { fullDisk } from './full-disk.ts';
import { troubled } from './generation.ts';
import { killed } from './kill/index.ts';
import { REFUSALS } from './refusals.ts';
import { skewedClocks } from './skew.ts';
import { TIME } from './time.ts';

interface Outcome {
  what: string;
  wrongs: readonly Wrong[];
}

/** Cases that need a cloud, or several, of their own. */
const APART: readonly { what: string; long?: boolean; run: (assembly: string) => Promise<Wrong[]> }[] = [
  { what: 'clocks 20 minutes apart, either way: the clients sign anew', long: true, run: skewedClocks },
  {
    what: 'a full disk under the bucket: given back, and all is well when there is room',
    long: true,
    run: fullDisk,
  },
  { what: 'SIGKILL of everything after each write, with state kept', long: true, run: killed },
];

/**
 * Troubles that have names.
 * @param assembly folder of the cloud assembly. @default one that is synthesized now
 */
export async function namedCases(attack: Attack, assembly?: string): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'));
  try {
    return await tryAll(attack, assembly ?? (await synthesizeIn(folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryAll({ extent, seed }: Attack, assembly: string): Promise<Part> {
  const due = ({ long = false }: { long?: boolean }) => extent === 'proof' || !long;
  const together = await withWorld(assembly, async (world) => {
    // Cold starts, all at once, would take what the clients' patience lasts.
    await (await troubled(world, () => 'none')).ask();
    const cases = [...REFUSALS, ...TIME].filter(due);
    return Promise.all(cases.map(async (each) => outcomeOf(each, () => each.run(world))));
  });
  const apart: Outcome[] = [];
  for (const each of APART.filter(due)) apart.push(await outcomeOf(each, () => each.run(assembly)));

  const outcomes = [...together, ...apart];
  return {
    title: 'Named cases',
    note: 'Troubles that everybody has heard of, each as it comes: what the caller is told, and what is left of it.',
    lines: outcomes.map(({ what, wrongs }) => ({
      what,
      tried: wrongs.length,
      held: wrongs.filter((wrong) => wrong.length === 0).length,
    })),
    violations: outcomes.flatMap(({ what, wrongs }) =>
      wrongs
        .filter((wrong) => wrong.length > 0)
        .map((wrong) => `${what}: ${wrong.join('; ')} (npm run prove -- --only cases --seed ${seed})`),
    ),
  };
}

async function outcomeOf({ what }: Pick<NamedCase, 'what'>, run: () => Promise<Wrong[]>): Promise<Outcome> {
  return { what, wrongs: await run() };
}

async function synthesizeIn(folder: string): Promise<string> {
  return synthesize({ site: await writeSite(join(folder, 'site')), outdir: join(folder, 'assembly') });
}
