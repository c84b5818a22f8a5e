import { nameDay } from '../../../lib/name-day.ts';

interface Day<T> {
  /** For example `Today` or `14 November`. */
  name: string;
  items: T[];
}

/** Groups items by their day in the user's time zone. The order stays. */
export function groupByDay<T extends { createdAt: string }>(items: readonly T[], now: Date): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const name = nameDay(new Date(item.createdAt), now);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
