import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBundleFolder } from '../../../infra/build-output.ts';
import { buildFunctions, listOperations } from '../../../infra/build/functions.ts';
import { median } from '../median.ts';
import type { Section } from '../section.ts';
import { buildFloors, type Floor } from './floors.ts';
import { importTimes } from './import-time.ts';

const ROUNDS = 25;

/** The clients that an operation cannot do without, where that is one of the measured sets. */
const FLOOR_OF: Partial<Record<string, Floor>> = {
  'generate-thumbnail': 'generate',
  'read-credits': 'tables',
  'welcome-user': 'tables',
};

/** ../../../docs/reliability.md quotes them; the sizes are pinned by tests/infra/bundles.test.ts too. */
const BUDGETS: Partial<Record<string, { bytes: number; ratio?: number }>> = {
  'generate-thumbnail': { bytes: 640_000, ratio: 1.2 },
  'read-credits': { bytes: 400_000 },
};

/** Size and import time of every function, against the vendors' clients alone, in one interleaved run. */
export async function coldStart(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'floors-'));
  try {
    const floors = await buildFloors(folder);
    await buildFunctions();
    const bundles = inOrder(floors, await listOperations());
    const times = await importTimes(bundles, ROUNDS);
    const failures: string[] = [];
    const rows: string[][] = [];
    for (const [name, file] of bundles) {
      const { size } = await stat(file);
      const floor = FLOOR_OF[name];
      const own = times.get(name) ?? [];
      const beside = times.get(floorName(floor ?? '')) ?? [];
      const ratio = median(own.map((time, round) => time / (beside[round] ?? NaN)));
      const budget = BUDGETS[name];
      if (budget !== undefined && size > budget.bytes)
        failures.push(`${name} has ${size} bytes; its budget is ${budget.bytes}`);
      if (budget?.ratio !== undefined && ratio > budget.ratio)
        failures.push(
          `${name} takes ${ratio.toFixed(2)} times its floor to import; its budget is ${budget.ratio}`,
        );
      rows.push([
        name,
        (size / 1_000).toFixed(1),
        median(own).toFixed(0),
        floor === undefined ? '' : `${ratio.toFixed(2)} × ${floorName(floor)}`,
      ]);
    }
    return {
      title: 'Cold start',
      note: `Bundle size, and the time a new Node ${process.versions.node} takes to import it: median of ${ROUNDS} rounds, and of the ratios in each.`,
      header: ['bundle', 'kB minified', 'import ms', 'against its floor'],
      rows,
      failures,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Each floor right before the first function that is held against it: what disturbs one disturbs the other. */
function inOrder(floors: Record<Floor, string>, names: readonly string[]): Map<string, string> {
  const bundles = new Map<string, string>();
  const addFloor = (floor: Floor) => bundles.set(floorName(floor), floors[floor]);
  addFloor('empty');
  addFloor('stripe');
  for (const name of names) {
    const floor = FLOOR_OF[name];
    if (floor !== undefined) addFloor(floor);
    bundles.set(name, join(getBundleFolder(name), 'index.mjs'));
  }
  return bundles;
}

const floorName = (floor: string) => `floor: ${floor}`;
