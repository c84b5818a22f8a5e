import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { invalidRequest } from './errors.ts';
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

const expandParam = z.array(text()).default([]);

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
      const paths = parseParams(expandParam, expand);
      return (state, id) => expandResponse(state, run(state, params, id), paths);
    },
  };
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

type Json = Record<string, unknown>;

/** The fields that can be expanded, and what replaces them. */
const EXPANSIONS: Record<
  string,
  (data: EmulatorState['data'], object: Json, id: string) => object | undefined
> = {
  'checkout.session.customer': (data, _object, id) => data.customers.get(id),
  'checkout.session.payment_intent': (data, _object, id) => data.paymentIntents.get(id),
  'checkout.session.line_items': (data, { id }) => {
    const lineItems = data.checkouts.get(String(id))?.lineItems ?? [];
    return listPage(lineItems.toReversed(), { limit: 100 }, `/v1/checkout/sessions/${String(id)}/line_items`);
  },
  'payment_intent.latest_charge': (data, _object, id) => data.charges.get(id),
};

/**
 * Replaces ids with objects (Stripe API reference, "Expanding Responses").
 * @param paths such as `payment_intent.latest_charge`, or `data.customer` in a list.
 */
function expandResponse({ data }: EmulatorState, response: object, paths: readonly string[]): object {
  const copy = structuredClone(response);
  for (const path of paths) expandPath(data, copy, path.split('.'));
  return copy;
}

function expandPath(data: EmulatorState['data'], node: unknown, [field, ...rest]: string[]): void {
  if (field === undefined || !isJson(node)) return;
  const value = node[field];
  if (Array.isArray(value)) {
    for (const item of value) expandPath(data, item, rest);
    return;
  }
  if (!isJson(value)) {
    const name = `${String(node['object'])}.${field}`;
    const expand = EXPANSIONS[name];
    if (expand === undefined) {
      throw invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' });
    }
    node[field] = structuredClone(expand(data, node, String(value)) ?? null);
  }
  expandPath(data, node[field], rest);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
