import { ABUSE, PRICES } from './assumptions.ts';

/** The kilobytes of the row of a thumbnail with its design. */
export const DESIGNED = ABUSE.kilobytes.row + ABUSE.kilobytes.design + ABUSE.kilobytes.words;

export function runFunction(seconds: number, gb = 1): number {
  return seconds * gb * PRICES.lambdaGbSecond;
}

/** Computes the price of a write: one unit for each started KB. */
export function writeUnits(kilobytes: number): number {
  return Math.ceil(kilobytes) * PRICES.writeUnit;
}

/** Counts the units of a consistent read: one for each started 4 KB. A read of an index is not consistent, and takes half of them. */
export const countReadUnits = (kilobytes: number) => Math.ceil(kilobytes / 4);

/** Computes the price of storing these kilobytes for a month. */
export function storeImages(kilobytes: number): number {
  return kilobytes * 1e-6 * PRICES.s3GbMonth;
}
