import type { Design } from './design.ts';

/** Returns true if two designs are equal. The order of the fields does not matter, because a database may change it. */
export const isSameDesign = (a: Design, b: Design): boolean => sortedJson(a) === sortedJson(b);

/** Writes a design as JSON with sorted fields. */
export const sortedJson = (design: Design): string =>
  JSON.stringify(design, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
