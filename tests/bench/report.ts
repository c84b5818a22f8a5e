import { readFile, writeFile } from 'node:fs/promises';

/** One table of a benchmark's report. */
export interface Section {
  title: string;
  /** Explains what was measured, and how. */
  description: string;
  header: string[];
  rows: string[][];
  /** Exceeded budgets, a sentence each. */
  failures: string[];
}

export function renderSection({ title, description, header, rows }: Section): string {
  return [`### ${title}`, description, markdownTable(header, rows)].join('\n\n');
}

/** Renders a table as the formatter writes it: columns as wide as their widest cell, numbers aligned to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = header.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      width: Math.max(3, name.length, ...cells.map((cell) => cell.length)),
      isNumber: cells.every((cell) => /^[-–\d.,% s]*$/.test(cell)),
    };
  });
  const renderRow = (row: readonly string[]) => {
    const cells = columns.map(({ width, isNumber }, index) => {
      const cell = row[index] ?? '';
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${cells.join(' | ')} |`;
  };
  const rule = columns.map(({ width, isNumber }) =>
    isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [renderRow(header), `| ${rule.join(' | ')} |`, ...rows.map(renderRow)].join('\n');
}

/** Reads the output of a command that a page quotes between its markers. @throws Error when there are no markers. */
export function readQuote(page: string, command: string): string {
  const [from, to] = findQuote(page, command);
  return page.slice(from, to).trim();
}

/** Replaces the output of a command that a page quotes between its markers. @throws Error when there are no markers. */
export async function writeQuote(file: string, command: string, output: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  const [from, to] = findQuote(page, command);
  await writeFile(file, `${page.slice(0, from)}\n\n${output}\n\n${page.slice(to)}`);
}

function findQuote(page: string, command: string): [from: number, to: number] {
  const [begin, end] = [`<!-- begin: ${command} -->`, `<!-- end: ${command} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} with ${end} after it.`);
  return [from + begin.length, to];
}

/** The middle value; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Runs a task once. @returns its duration in ms. */
export async function measure(task: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}
