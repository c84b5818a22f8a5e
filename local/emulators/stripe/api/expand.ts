import type { World } from '../world.ts';
import { refused } from './errors.ts';
import { page } from './lists.ts';

/** Stripe API reference, "Expanding Responses". */
const DEEPEST = 4;

type Json = Record<string, unknown>;
/** What a field's id stands for. */
type Lookup = (world: World, value: unknown, owner: Json) => object | null | undefined;

const byId =
  (table: (world: World) => ReadonlyMap<string, object>): Lookup =>
  (world, value) =>
    typeof value === 'string' ? table(world).get(value) : null;

const customer = byId(({ state }) => state.customers);
const paymentIntent = byId(({ state }) => state.paymentIntents);
const charge = byId(({ state }) => state.charges);

/** By kind of object: the fields that can be expanded. */
const EXPANDABLE: Readonly<Record<string, Readonly<Record<string, Lookup>>>> = {
  'checkout.session': {
    customer,
    payment_intent: paymentIntent,
    line_items: ({ state }, _, { id }) => {
      const items = state.checkouts.get(String(id))?.lineItems ?? [];
      return page(items.toReversed(), everything, {
        kind: 'line item',
        url: `/v1/checkout/sessions/${String(id)}/line_items`,
      });
    },
  },
  payment_intent: { customer, latest_charge: charge },
  charge: {
    customer,
    payment_intent: paymentIntent,
    refunds: ({ state }, _, { id }) => {
      const refunds = [...state.refunds.values()].filter((refund) => refund.charge === id);
      return page(refunds, everything, { kind: 'refund', url: `/v1/charges/${String(id)}/refunds` });
    },
  },
  refund: { charge, payment_intent: paymentIntent },
  dispute: { charge, payment_intent: paymentIntent },
  price: { product: byId(({ state }) => state.products) },
  product: { default_price: byId(({ state }) => state.prices) },
};

const everything = { limit: undefined, starting_after: undefined, ending_before: undefined };

/**
 * An answer with ids replaced by what they stand for.
 * @param paths such as `payment_intent.latest_charge`, or `data.customer` in a list.
 */
export function expandAnswer(world: World, answer: object, paths: readonly string[]): object {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(world, copy, path.split('.'), path);
  return copy;
}

function expandPath(world: World, node: unknown, [field, ...rest]: string[], path: string): void {
  if (rest.length >= DEEPEST)
    throw refused('You cannot expand more than 4 levels of a property.', { param: 'expand' });
  if (field === undefined || !isJson(node)) return;
  if (Array.isArray(node[field]) && node['object'] === 'list') {
    for (const item of node[field] as unknown[]) expandPath(world, item, rest, path);
    return;
  }
  const kind = String(node['object']);
  const lookup = Object.hasOwn(EXPANDABLE, kind) ? EXPANDABLE[kind] : undefined;
  if (lookup !== undefined && Object.hasOwn(lookup, field)) {
    // Already expanded when two paths share their beginning.
    if (!isJson(node[field]))
      node[field] = structuredClone(lookup[field]?.(world, node[field], node) ?? null);
  } else if (!isJson(node[field])) {
    throw refused(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  expandPath(world, node[field], rest, path);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
