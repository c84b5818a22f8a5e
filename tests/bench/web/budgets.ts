import type { Visit } from './visit.ts';

/** One line of the table. `floor`: the measure is a score, and the limit is the least. */
interface Budget {
  measure: keyof Visit;
  /** kB are 1,000 bytes. */
  unit: '' | 'kB' | 'ms';
  limit: number;
  floor?: true;
}

/** The budgets of a page for a first visit, signed out, on a phone. */
export const BUDGETS: Record<string, readonly Budget[]> = {
  '/': [
    { measure: 'script', unit: 'kB', limit: 105 },
    { measure: 'style', unit: 'kB', limit: 8 },
    { measure: 'performance', unit: '', limit: 98, floor: true },
    { measure: 'accessibility', unit: '', limit: 100, floor: true },
    { measure: 'bestPractices', unit: '', limit: 100, floor: true },
    { measure: 'seo', unit: '', limit: 100, floor: true },
    { measure: 'largestPaint', unit: 'ms', limit: 1_300 },
    { measure: 'blocking', unit: 'ms', limit: 100 },
    { measure: 'shift', unit: '', limit: 0 },
    { measure: 'thirdParty', unit: '', limit: 0 },
    { measure: 'consoleErrors', unit: '', limit: 0 },
  ],
  '/auth': [
    { measure: 'script', unit: 'kB', limit: 235 },
    { measure: 'largestPaint', unit: 'ms', limit: 2_000 },
    { measure: 'accessibility', unit: '', limit: 100, floor: true },
    { measure: 'thirdParty', unit: '', limit: 0 },
    { measure: 'consoleErrors', unit: '', limit: 0 },
  ],
};

export const isMet = ({ limit, floor }: Budget, measured: number): boolean =>
  floor === true ? measured >= limit : measured <= limit;

/** A value as the table shows it. */
export function show(value: number, unit: Budget['unit']): string {
  if (unit === 'kB') return `${value.toFixed(1)} kB`;
  return unit === 'ms' ? `${Math.round(value)} ms` : String(Math.round(value * 1_000) / 1_000);
}
