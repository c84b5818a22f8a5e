import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { getResource, invalidRequest } from './errors.ts';
import { integer, parseParams, text } from './params.ts';

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
  prepare(form: Record<string, unknown>): (state: EmulatorState, id: string) => object;
}

const expandParam = z.strictObject({ expand: z.array(text()).default([]) });

export function operation<Fields extends z.ZodRawShape>(
  method: Operation['method'],
  path: string,
  fields: Fields,
  run: (state: EmulatorState, params: z.output<z.ZodObject<Fields>>, id: string) => object,
): Operation {
  const schema = z.strictObject(fields);
  return {
    method,
    path,
    prepare({ expand, ...form }) {
      const params = parseParams(schema, form);
      const { expand: paths } = parseParams(expandParam, { expand });
      return (state, id) => expandResponse(state, run(state, params, id), paths);
    },
  };
}

/** The parameters of each list (Stripe API reference, "Pagination"). */
export const PAGE = { limit: integer({ min: 1, max: 100 }).default(10), starting_after: text().optional() };

/**
 * One page of a list, newest first.
 * @param rows oldest first.
 * @param params pagination, and the values that the fields of a row must have.
 */
export function listPage<Row extends { id: string }>(
  rows: Iterable<Row>,
  { limit, starting_after: after, ...filter }: z.output<z.ZodObject<typeof PAGE>>,
  url: string,
) {
  const matches = [...rows]
    .toReversed()
    .filter((row) =>
      Object.entries(filter).every(
        ([name, value]) => value === undefined || Reflect.get(row, name) === value,
      ),
    );
  const ids = new Map(matches.map(({ id }, index) => [id, index]));
  const start = after === undefined ? 0 : getResource(ids, 'object', after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list' as const, data: matches.slice(start, end), has_more: end < matches.length, url };
}

type Json = Record<string, unknown>;

/** By kind of object: the fields that can be expanded, and what replaces them. */
const EXPANSIONS: Partial<
  Record<string, Partial<Record<string, (data: EmulatorState['data'], object: Json) => object | undefined>>>
> = {
  'checkout.session': {
    customer: (data, { customer }) => data.customers.get(String(customer)),
    payment_intent: (data, session) => data.paymentIntents.get(String(session['payment_intent'])),
    line_items: (data, { id }) => {
      const lineItems = data.checkouts.get(String(id))?.lineItems ?? [];
      return {
        object: 'list',
        data: lineItems,
        has_more: false,
        url: `/v1/checkout/sessions/${String(id)}/line_items`,
      };
    },
  },
  payment_intent: {
    latest_charge: (data, intent) => data.charges.get(String(intent['latest_charge'])),
  },
};

/**
 * Replaces ids with objects (Stripe API reference, "Expanding Responses").
 * @param paths such as `payment_intent.latest_charge`, or `data.customer` in a list.
 */
function expandResponse({ data }: EmulatorState, response: object, paths: readonly string[]): object {
  const copy = structuredClone(response);
  for (const path of paths) expandPath(data, copy, path.split('.'), path);
  return copy;
}

function expandPath(
  data: EmulatorState['data'],
  node: unknown,
  [field, ...rest]: string[],
  path: string,
): void {
  if (field === undefined || !isJson(node)) return;
  const value = node[field];
  if (Array.isArray(value)) for (const item of value) expandPath(data, item, rest, path);
  else {
    const expansion = EXPANSIONS[String(node['object'])]?.[field];
    if (!isJson(value)) {
      if (expansion === undefined) {
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
      }
      node[field] = structuredClone(expansion(data, node) ?? null);
    }
    expandPath(data, node[field], rest, path);
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
