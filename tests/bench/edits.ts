import { Resvg } from '@resvg/resvg-js';
import { keepBase } from '../../functions/pixels/compose.ts';
import { decode, encode, loadCodecs } from '../../functions/pixels/codecs.ts';
import { rectangle } from '../support/masks.ts';
import { median, type Section } from './report.ts';

const ROUNDS = 7;
const [WIDTH, HEIGHT] = [1_344, 768];
/** Of one core, beside the call of the model. */
const MAX_MS = 600;

/** Measures the composition of an edit with its base: decode both, keep what did not change, encode. */
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
  const rows: { kind: string; first: number; middle: number }[] = [];
  for (const [kind, marked] of kinds) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const start = process.cpuUsage();
      await encode(keepBase(await decode(base), await decode(result), marked));
      times.push(process.cpuUsage(start).user / 1_000);
    }
    const [first = 0, ...others] = times;
    rows.push({ kind, first, middle: median(others) });
  }
  return {
    title: 'Edits',
    description: `The composition of a result of ${WIDTH} x ${HEIGHT} with its base, in CPU time of one core: the first one, and the median of ${ROUNDS} more. The budget is ${MAX_MS} ms.`,
    header: ['edit', 'first ms', 'median ms'],
    rows: rows.map(({ kind, first, middle }) => [kind, first.toFixed(0), middle.toFixed(0)]),
    failures: rows
      .filter(({ middle }) => middle > MAX_MS)
      .map(
        ({ kind, middle }) => `an edit ${kind} takes ${middle.toFixed(0)} ms of CPU; the budget is ${MAX_MS}`,
      ),
  };
}

/** It compresses worse than any thumbnail. */
function renderNoise(seed: number): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <filter id="noise"><feTurbulence baseFrequency="0.02" numOctaves="4" seed="${seed}"/></filter>
    <rect width="100%" height="100%" fill="white"/><rect width="100%" height="100%" filter="url(#noise)"/>
  </svg>`;
  return new Resvg(svg).render().asPng();
}
