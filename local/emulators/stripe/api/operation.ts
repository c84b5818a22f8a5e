import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { integer, parseParams } from './params.ts';

/** One operation of the API, e.g. `POST /v1/customers`. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` for the id of the object. */
  path: string;
  /**
   * Validates the parameters.
   * @returns a function that runs the operation.
   * @throws StripeApiError for invalid parameters.
   */
  prepare: (form: unknown) => (state: EmulatorState, id: string) => object;
}

export function operation<Fields extends z.ZodRawShape>(
  method: Operation['method'],
  path: string,
  fields: Fields,
  run: (state: EmulatorState, params: z.output<z.ZodObject<Fields>>, id: string) => object,
): Operation {
  const schema = z.strictObject(fields);
  const prepare: Operation['prepare'] = (form) => {
    const params = parseParams(schema, form);
    return (state, id) => run(state, params, id);
  };
  return { method, path, prepare };
}

/** The parameter that each list has. The other pagination parameters of Stripe are not implemented. */
export const PAGE = { limit: integer({ min: 1, max: 100 }).default(10) };

/**
 * The first page of a list, newest first.
 * @param rows oldest first.
 * @param params the limit, and the values that the fields of a row must have.
 */
export function listPage<Row extends object>(
  rows: Iterable<Row>,
  { limit, ...filter }: z.output<z.ZodObject<typeof PAGE>>,
  url: string,
) {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  const matches = [...rows]
    .toReversed()
    .filter((row) => conditions.every(([name, value]) => Reflect.get(row, name) === value));
  return { object: 'list', data: matches.slice(0, limit), has_more: matches.length > limit, url };
}
