import { Resvg } from '@resvg/resvg-js';
import { keepBase } from '../../functions/images/pixels/compose.ts';
import { decode, encode, loadCodecs } from '../../functions/images/pixels/codecs.ts';
import { rectangle } from '../support/masks.ts';

/** CPU times in ms of one composition and of its floor. */
interface EditRound {
  own: number;
  floor: number;
}

const ROUNDS = 7;
const [WIDTH, HEIGHT] = [1_344, 768];

// `edits.ts` runs this file in a separate process. In production, a composition runs in a thread whose heap holds nothing else, and the
// time of the garbage collector grows with the heap.
await loadCodecs();
const [base, result] = [renderNoise(1), renderNoise(2)];
const isPainted = rectangle(400, 200, 900, 600);
const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
  isPainted(at % WIDTH, Math.floor(at / WIDTH)) ? 255 : 0,
);
process.stdout.write(
  JSON.stringify({ 'with a mask': await measureRounds(mask), 'by words': await measureRounds(undefined) }),
);

async function measureRounds(marked: Uint8Array | undefined): Promise<EditRound[]> {
  const rounds: EditRound[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.push({
      floor: await measureCpu(async () => encode(await decode(base))),
      own: await measureCpu(async () => encode(keepBase(await decode(base), await decode(result), marked))),
    });
  }
  // The first round compiles the code.
  return rounds.slice(1);
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
