import { markdownTable } from '../bench/report.ts';
import type { RunCounter } from '../support/progress.ts';

/** The options of a part of the proof. */
export interface RunOptions {
  /** Determines every random choice. */
  readonly seed: number;
  /** `full` is `npm run prove`; `sample` is the small share that `npm test` runs. */
  readonly size: 'full' | 'sample';
  /** Folder of the cloud assembly, for checks that run a separate cloud. */
  readonly assembly: string;
  /** Counts the runs of the part. */
  readonly progress: RunCounter;
}

/** One row of the report: a check, how often it ran and how often it passed. */
export interface Row {
  readonly check: string;
  readonly runs: number;
  readonly passed: number;
}

/** A row with a sentence for each violation that it found. */
export interface CheckResult {
  readonly row: Row;
  readonly violations: readonly string[];
}

/** The result of one part. */
export interface PartReport {
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
  /** One text for each violation, with the command that reproduces it. */
  readonly violations: readonly string[];
}

/** @param outcomes one for each run: its violation, or undefined when it passed. */
export function toCheckResult(check: string, outcomes: readonly (string | undefined)[]): CheckResult {
  const violations = outcomes.filter((outcome) => outcome !== undefined);
  return {
    row: { check, runs: outcomes.length, passed: outcomes.length - violations.length },
    violations,
  };
}

/** Puts the checks of a part together. @param part its name, for the command that reproduces a violation. */
export function toPartReport(
  part: string,
  heading: Pick<PartReport, 'title' | 'description'>,
  options: RunOptions,
  results: readonly CheckResult[],
): PartReport {
  return {
    ...heading,
    rows: results.map(({ row }) => row),
    violations: withCommand(
      part,
      options,
      results.flatMap(({ violations }) => violations),
    ),
  };
}

/** Counts runs by their problems, a list for each run. */
export function countRow(check: string, problems: readonly (readonly string[])[]): Row {
  return { check, runs: problems.length, passed: problems.filter(({ length }) => length === 0).length };
}

/** Adds the command that reproduces each violation. */
export function withCommand(part: string, options: RunOptions, violations: readonly string[]): string[] {
  const { seed, size } = options;
  const command =
    size === 'full'
      ? `npm run prove -- --only ${part} --seed ${seed}`
      : `npm test -- prove, with PROVE_SEED=${seed} in the environment`;
  return violations.map((text) => `${text}\n  reproduce: ${command}`);
}

/** Renders one part as Markdown. */
export function renderPart({ title, description, rows }: PartReport): string {
  const cells = rows.map(({ check, runs, passed }) => [check, formatCount(runs), formatCount(passed)]);
  return [`### ${title}`, description, markdownTable(['check', 'runs', 'passed'], cells)].join('\n\n');
}

/** Renders the last line: the overall result, and the command that repeats the run. */
export function renderSummary(parts: readonly PartReport[], seed: number, seconds: number): string {
  const count = parts.reduce((sum, { violations }) => sum + violations.length, 0);
  const result = count === 0 ? 'No violations' : `Violations: ${formatCount(count)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${result}; ${minutes} minutes, seed ${seed}. Repeat this run with \`npm run prove -- --seed ${seed}\`.`;
}

const formatCount = (value: number) => value.toLocaleString('en-GB');
