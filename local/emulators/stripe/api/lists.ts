import type { FormValue } from './form.ts';
import { missing } from './errors.ts';
import { hash, integer, text, type Parsed, type Parser } from './params.ts';

const RANGE = {
  gt: integer({ max: 1e12 }),
  gte: integer({ max: 1e12 }),
  lt: integer({ max: 1e12 }),
  lte: integer({ max: 1e12 }),
};

/** A time, or a range of times. */
const created: Parser<Parsed<typeof RANGE>> = (value: FormValue, param) => {
  if (typeof value !== 'string') return hash(RANGE)(value, param);
  const time = integer({ max: 1e12 })(value, param);
  return { gt: undefined, gte: time, lt: undefined, lte: time };
};

/** The parameters that every list has (Stripe API reference, "Pagination"). */
export const PAGE = {
  limit: integer({ min: 1, max: 100 }),
  starting_after: text(),
  ending_before: text(),
};

export const PAGE_BY_TIME = { ...PAGE, created };

/** Wire names of what is listed, for "No such …". */
interface ListOptions {
  kind: string;
  url: string;
}

interface Listed {
  id: string;
  created?: number;
}

/** A page of what is there, newest first. @param rows oldest first, as they were made. */
export function page<T extends Listed>(
  rows: Iterable<T>,
  params: Parsed<typeof PAGE> & { created?: Parsed<typeof RANGE> | undefined },
  { kind, url }: ListOptions,
) {
  const { limit = 10, starting_after, ending_before, created: range } = params;
  const all = [...rows]
    .toReversed()
    .filter((row) => range === undefined || isWithin(row.created ?? 0, range));
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((row) => row.id === id);
    if (index === -1) throw missing(kind, id, param);
    return index;
  };
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list' as const, data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list' as const, data: all.slice(start, end), has_more: end < all.length, url };
}

function isWithin(time: number, { gt, gte, lt, lte }: Parsed<typeof RANGE>): boolean {
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  );
}
