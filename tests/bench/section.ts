/** One table of a benchmark's report. */
export interface Section {
  title: string;
  /** What was measured, and how. */
  note: string;
  header: string[];
  rows: string[][];
  /** Budgets that were not met, a sentence each. */
  failures: string[];
}
