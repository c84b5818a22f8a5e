import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withQuote } from '../bench/page/quote.ts';
import { namedCases } from './cases/index.ts';
import { faults } from './faults/index.ts';
import { histories } from './histories/index.ts';
import { badInput } from './input/index.ts';
import { ownership } from './ownership/index.ts';
import type { Attack, Part } from './part.ts';
import { show, summary } from './report.ts';

// `npm run prove` attacks the credits and prints what was tried and what held; with `-- --write` docs/reliability.md
// quotes it. `-- --seed N` makes the same attack again, `-- --only histories` one part of it. Ends 1 when a promise broke.
// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const SEEDS = 2 ** 31;

const PARTS: Readonly<Record<string, (attack: Attack) => Promise<Part>>> = {
  faults,
  cases: namedCases,
  histories,
  ownership,
  input: badInput,
};

const { values } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const names = values.only === undefined ? Object.keys(PARTS) : [values.only];
const seed = values.seed === undefined ? randomInt(SEEDS) : Number(values.seed);
const mistake = mistakeIn(names, seed);
if (mistake === undefined) await prove();
else {
  process.stderr.write(`${mistake}\n`);
  process.exitCode = 2;
}

async function prove(): Promise<void> {
  const parts: Part[] = [];
  const begun = performance.now();
  for (const name of names) {
    const part = await PARTS[name]?.({ seed, extent: 'proof' });
    if (part === undefined) continue;
    parts.push(part);
    process.stdout.write(`${show(part)}\n\n`);
    for (const violation of part.violations) process.stderr.write(`Broken: ${violation}\n\n`);
  }
  const end = summary(parts, { seed, seconds: (performance.now() - begun) / 1_000 });
  process.stdout.write(`${end}\n`);
  if (parts.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
  if (!values.write) return;
  const quote = [...parts.map(show), end].join('\n\n');
  await writeFile(PAGE, withQuote(await readFile(PAGE, 'utf8'), 'npm run prove', quote));
}

/** What is wrong with the command line, as a sentence. */
function mistakeIn(asked: readonly string[], asSeed: number): string | undefined {
  const unknown = asked.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined)
    return `There is no part ${unknown}: there are ${Object.keys(PARTS).join(', ')}.`;
  if (!Number.isSafeInteger(asSeed) || asSeed < 0) return 'A seed is a whole number, 0 or more.';
  return values.write && values.only !== undefined
    ? 'Only the whole proof is written to the page.'
    : undefined;
}
