/** A browser test as the Playwright reporter lists it. */
export interface ListedTest {
  /** Path from the root of the repository. */
  file: string;
  title: string;
  /** Tags without their `@`: ids of rows. */
  tags: readonly string[];
}

interface Coverage {
  /** The text of docs/spec-coverage.md. */
  page: string;
  /** Rows without a test, duplicate rows, and tags that name no row: one sentence each. */
  problems: string[];
}

interface Section {
  title: string;
  rows: [id: string, statement: string][];
}

const HEADER = `# Coverage of the specification

Each row is a statement of the product specification in its own words (\`tests/e2e/spec/specification.md\`). At least one
browser test has the id of the row as a tag. Run the tests of one row with
\`npm run test:e2e -- --grep @4.history.cancel\`. \`npm run spec\` writes this page; \`npm run check:spec\` fails if a row has
no test, if a tag names no row, or if this page is out of date.
`;

/** @param specification Markdown with a heading for each section and a list item for each row */
export function computeCoverage(specification: string, tests: readonly ListedTest[]): Coverage {
  const sections = parseSections(specification);
  const ids = sections.flatMap(({ rows }) => rows.map(([id]) => id));
  const proofs = new Map<string, string[]>(ids.map((id) => [id, []]));
  const problems = ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `Two rows have the id ${id}.`);
  for (const { file, title, tags } of tests) {
    const name = file.replace(/^tests\/e2e\//, '').replace(/\.spec\.ts$/, '');
    for (const tag of tags) {
      const proof = proofs.get(tag);
      if (proof === undefined) problems.push(`${file} has a tag that is not a row: ${tag} (${title}).`);
      else proof.push(`[${name}](../${file}): ${title}`);
    }
  }
  for (const [id, proof] of proofs) if (proof.length === 0) problems.push(`No test has the tag @${id}.`);
  const tables = sections.map((section) => writeTable(section, proofs));
  const count = `${ids.length} rows, ${tests.length} tests.\n`;
  return { page: [HEADER, count, ...tables].join('\n'), problems };
}

function parseSections(specification: string): Section[] {
  return specification
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      const rows = lines.flatMap((line) => {
        const { id, statement } = /^- `(?<id>\S+)` (?<statement>.+)$/.exec(line)?.groups ?? {};
        return id !== undefined && statement !== undefined ? [[id, statement] as [string, string]] : [];
      });
      return { title, rows };
    });
}

function writeTable({ title, rows }: Section, proofs: ReadonlyMap<string, readonly string[]>): string {
  const lines = rows.map(
    ([id, statement]) =>
      `| \`${id}\` | ${escapeCell(statement)} | ${proofs.get(id)?.map(escapeCell).join('<br>') ?? ''} |`,
  );
  return `## ${title}

| row | the specification says | tested by |
| --- | --- | --- |
${lines.join('\n')}
`;
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
