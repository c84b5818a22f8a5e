const DAY_MS = 86_400_000;

/** Returns true if a time is in the past or within the next days. */
export function isWithinDays(time: Date | undefined, days: number, now: Date): boolean {
  return time !== undefined && time.getTime() - now.getTime() < days * DAY_MS;
}

/** Formats the day of a time in UTC, e.g. `2026-11-24`. */
export function formatDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
