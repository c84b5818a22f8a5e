import type { Attack, Tried } from './part.ts';

/** One line of the table, and what is behind it where something did not hold. */
export interface Found {
  line: Tried;
  violations: string[];
}

/** @param verdicts one for each thing tried: what is wrong with it, or undefined */
export function foundBy(what: string, verdicts: readonly (string | undefined)[]): Found {
  const violations = verdicts.filter((verdict) => verdict !== undefined);
  return { line: { what, tried: verdicts.length, held: verdicts.length - violations.length }, violations };
}

/** Violations, each with the way to see it again. */
export function again(part: string, { seed }: Attack, violations: readonly string[]): string[] {
  return violations.map((text) => `${text}\n  again: npm run prove -- --only ${part} --seed ${seed}`);
}
