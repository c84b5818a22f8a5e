import type { SupportLevel } from '../../../../../contract/support.ts';

/** What users read, and who has the level. */
export const LEVELS: Record<SupportLevel, { name: string; holder: string }> = {
  standard: { name: 'Standard', holder: 'every account' },
  priority: { name: 'Priority', holder: 'accounts with Pro' },
  dedicated: { name: 'Dedicated', holder: 'accounts with Elite, 24/7' },
};

/** For example `within 4 hours`, `within 3 days`. */
export function formatAnswerTime(hours: number): string {
  const isDays = hours > 24 && hours % 24 === 0;
  const [count, unit] = isDays ? [hours / 24, 'day'] : [hours, 'hour'];
  return `within ${count} ${unit}${count === 1 ? '' : 's'}`;
}
