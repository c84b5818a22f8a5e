import type { ListedTest } from './listed-tests.ts';
import type { Section } from './section.ts';

/** Which tests prove which rows, and what is amiss. */
export interface Coverage {
  /** docs/spec-coverage.md. */
  page: string;
  /** Rows without a test, tests that name an unknown row, and ids that are given twice: one sentence each. */
  faults: string[];
}

/** A test names the rows it proves at the head of its title: `[4.history.full 2.warning] With four thumbnails, …`. */
const NAMES_ROWS = /^\[(?<ids>[^\]]+)\] (?<sentence>.+)$/;

const HEAD = `# What the specification says, and what proves it

Each row is a statement of the product specification, in its own words. Each has at least one test in a real browser,
which carries the row's id at the head of its name: \`npx playwright test --config .config/playwright.config.ts --grep
4.history.cancel\` runs what proves that one. Written by \`npm run spec\` from the tests' names; \`npm run check:spec\`
fails where a row has no test, a test names a row that is not here, or this page is not what \`npm run spec\` writes.
`;

export function coverageOf(sections: readonly Section[], tests: readonly ListedTest[]): Coverage {
  const ids = sections.flatMap(({ rows }) => Object.keys(rows));
  const proofs = new Map<string, string[]>(ids.map((id) => [id, []]));
  const faults = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `Two rows are called ${id}.`);
  for (const { file, title } of tests) {
    const { ids: named, sentence = '' } = NAMES_ROWS.exec(title)?.groups ?? {};
    for (const id of named?.split(' ') ?? []) {
      const proof = proofs.get(id);
      if (proof === undefined) faults.push(`${file} names a row that does not exist: ${id} (${sentence}).`);
      else proof.push(`[${nameOf(file)}](../${file}): ${sentence}`);
    }
  }
  for (const [id, proof] of proofs) if (proof.length === 0) faults.push(`No test proves ${id}.`);
  const tables = sections.map((section) => tableOf(section, proofs));
  const count = `${ids.length} rows, ${tests.length} tests.`;
  return { page: [HEAD, `${count}\n`, ...tables].join('\n'), faults };
}

function tableOf({ title, rows }: Section, proofs: ReadonlyMap<string, readonly string[]>): string {
  const lines = Object.entries(rows).map(
    ([id, words]) => `| \`${id}\` | ${cell(words)} | ${(proofs.get(id) ?? []).map(cell).join('<br>')} |`,
  );
  // Left as it is written: columns padded to their widest cell would make each new test a change of every line.
  return `## ${title}

<!-- prettier-ignore-start -->

| row | the specification says | proven by |
| --- | --- | --- |
${lines.join('\n')}

<!-- prettier-ignore-end -->
`;
}

const nameOf = (file: string) => file.replace(/^tests\/e2e\//, '').replace(/\.spec\.ts$/, '');

/** Text that is only text inside a table of Markdown. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('*', '\\*');
