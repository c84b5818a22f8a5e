import { markdownTable } from '../bench/page/markdown.ts';
import type { Part } from './part.ts';

/** One part as Markdown. */
export function show({ title, note, lines }: Part): string {
  const rows = lines.map(({ what, tried, held }) => [what, count(tried), count(held)]);
  return [`### ${title}`, note, markdownTable(['what was tried', 'how often', 'held'], rows)].join('\n\n');
}

/** The last lines: the whole, and how to do it again. */
export function summary(
  parts: readonly Part[],
  { seed, seconds }: { seed: number; seconds: number },
): string {
  const broken = parts.reduce((sum, { violations }) => sum + violations.length, 0);
  const verdict = broken === 0 ? 'Every promise held' : `Promises broken: ${count(broken)}`;
  return `${verdict}; ${Math.ceil(seconds / 60)} minutes, seed ${seed}: \`npm run prove -- --seed ${seed}\` makes the same attack again.`;
}

const count = (value: number) => value.toLocaleString('en-GB');
