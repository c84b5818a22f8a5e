import { randomUUID } from 'node:crypto';
import { newCreator } from '../support/cloud/creator.ts';
import { createFloor, withCloud } from './cloud.ts';
import { measure, median, type Section } from './report.ts';

const ROUNDS = 7;
const PROMPT = '[[slow:5000]] a castle at sunset';
/** A generation against its four calls. */
export const MAX_RATIO = 1.05;

/**
 * Measures generations with a preview and a model of 5 s, next to the floor: the same four calls without the product's code
 * and without a preview.
 */
export async function measurePreview(): Promise<Section> {
  return withCloud({ welcomeCredits: 100 }, async (cloud) => {
    const creator = await newCreator(cloud);
    let previews = 0;
    const generate = async () => {
      const { status, body } = await creator.generate(PROMPT, { generationId: randomUUID() });
      if (status !== 200) throw new Error(`A generation responded ${status}.`);
      if ('previewURL' in body) previews += 1;
    };
    const floor = createFloor(cloud, PROMPT);
    const first = await measure(generate);
    const rounds: { own: number; floor: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ floor: await measure(floor), own: await measure(generate) });
    }
    const own = median(rounds.map((round) => round.own));
    const ratio = median(rounds.map((round) => round.own / round.floor));
    return {
      title: 'Preview',
      description: `Generations with a model of 5 s, one after the other, against the same four calls without a preview: the median of ${ROUNDS} rounds, and of their ratios.`,
      header: ['first ms', 'median ms', 'against four calls', 'with a preview'],
      rows: [[first.toFixed(0), own.toFixed(0), `${ratio.toFixed(3)} ×`, `${previews} of ${ROUNDS + 1}`]],
      failures:
        ratio > MAX_RATIO
          ? [`a generation takes ${ratio.toFixed(3)} × its four calls; the budget is ${MAX_RATIO}`]
          : [],
    };
  });
}
