import { Resvg } from '@resvg/resvg-js';
import { keepBase } from '../../functions/images/pixels/compose.ts';
import { decode, encode, loadCodecs } from '../../functions/images/pixels/codecs.ts';
import { rectangle } from '../support/masks.ts';
import { median, type Section } from './report.ts';

const ROUNDS = 7;
const [WIDTH, HEIGHT] = [1_344, 768];
/** The CPU time of a composition against the decoding and encoding alone. */
const MAX_RATIO = 2.5;

/**
 * Measures the composition of an edit with its base (decode both, keep what did not change, encode) next to its floor:
 * the codecs alone, which decode and encode the base. Both are CPU times of the same round.
 */
export async function measureEdits(): Promise<Section> {
  await loadCodecs();
  const [base, result] = [renderNoise(1), renderNoise(2)];
  const isPainted = rectangle(400, 200, 900, 600);
  const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    isPainted(at % WIDTH, Math.floor(at / WIDTH)) ? 255 : 0,
  );
  const kinds: readonly [string, Uint8Array | undefined][] = [
    ['with a mask', mask],
    ['by words', undefined],
  ];
  const rows = [];
  for (const [kind, marked] of kinds) {
    const rounds: { own: number; floor: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      rounds.push({
        floor: await measureCpu(async () => encode(await decode(base))),
        own: await measureCpu(async () => encode(keepBase(await decode(base), await decode(result), marked))),
      });
    }
    // The first round compiles the code.
    const warm = rounds.slice(1);
    rows.push({
      kind,
      own: median(warm.map(({ own }) => own)),
      ratio: median(warm.map(({ own, floor }) => own / floor)),
    });
  }
  return {
    title: 'Edits',
    description: `The composition of a result of ${WIDTH} x ${HEIGHT} with its base, in CPU time of one core, against its decoding and encoding alone: the medians of ${ROUNDS} rounds. The budget is ${MAX_RATIO} ×.`,
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

/** Returns the CPU time of a task in ms. */
async function measureCpu(task: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await task();
  return process.cpuUsage(start).user / 1_000;
}

/** It compresses worse than any thumbnail. */
function renderNoise(seed: number): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <filter id="noise"><feTurbulence baseFrequency="0.02" numOctaves="4" seed="${seed}"/></filter>
    <rect width="100%" height="100%" fill="white"/><rect width="100%" height="100%" filter="url(#noise)"/>
  </svg>`;
  return new Resvg(svg).render().asPng();
}
