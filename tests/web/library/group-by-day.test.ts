import { expect, it } from 'vitest';
import { groupByDay } from '../../../web/src/features/library/model/group-by-day.ts';

const at = (...time: Parameters<typeof localTime>) => ({ createdAt: localTime(...time) });
const localTime = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString();
const NOW = new Date(2026, 10, 22, 0, 30);

it('names today, yesterday, days of this year and days of other years', () => {
  const items = [
    at(2026, 11, 22, 0),
    at(2026, 11, 21, 23),
    at(2026, 11, 21, 1),
    at(2026, 1, 1, 0),
    at(2025, 12, 31, 23),
    at(2025, 11, 22),
  ];

  expect(groupByDay(items, NOW)).toEqual([
    { name: 'Today', items: items.slice(0, 1) },
    { name: 'Yesterday', items: items.slice(1, 3) },
    { name: '1 January', items: items.slice(3, 4) },
    { name: '31 December 2025', items: items.slice(4, 5) },
    { name: '22 November 2025', items: items.slice(5) },
  ]);
});

it('finds yesterday across the end of a month', () => {
  const days = groupByDay([at(2026, 10, 31)], new Date(2026, 10, 1));

  expect(days.map(({ name }) => name)).toEqual(['Yesterday']);
});
