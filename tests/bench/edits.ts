import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { median, type Section } from './report.ts';

const run = promisify(execFile);

/** The CPU time of a composition against the decoding and encoding alone. */
const MAX_RATIO = 2.5;

const editRounds = z.record(z.string(), z.array(z.object({ own: z.number(), floor: z.number() })).nonempty());

/**
 * Measures the composition of an edit with its base (decode both, keep what did not change, encode) next to its floor:
 * the codecs alone, which decode and encode the base. Both are CPU times of the same round, in a process that does nothing else.
 */
export async function measureEdits(): Promise<Section> {
  const file = fileURLToPath(new URL('edit-rounds.ts', import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file]);
  const rows = Object.entries(editRounds.parse(JSON.parse(stdout))).map(([kind, rounds]) => ({
    kind,
    own: median(rounds.map(({ own }) => own)),
    ratio: median(rounds.map(({ own, floor }) => own / floor)),
  }));
  return {
    title: 'Edits',
    description: `The composition of a result of 1344 x 768 with its base, in CPU time of one core, against its decoding and encoding alone: the medians of 7 rounds. The budget is ${MAX_RATIO} ×.`,
    header: ['edit', 'median ms', 'against its floor'],
    rows: rows.map(({ kind, own, ratio }) => [kind, own.toFixed(0), `${ratio.toFixed(2)} ×`]),
    failures: rows
      .filter(({ ratio }) => ratio > MAX_RATIO)
      .map(
        ({ kind, ratio }) =>
          `an edit ${kind} takes ${ratio.toFixed(2)} × its decoding and encoding; the budget is ${MAX_RATIO}`,
      ),
  };
}
