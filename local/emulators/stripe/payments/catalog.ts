import { newId } from '../ids.ts';
import type { Price, Product } from '../objects.ts';
import type { World } from '../world.ts';

interface NewProduct {
  id?: string | undefined;
  name: string;
  description?: string | null | undefined;
  active?: boolean | undefined;
  images?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
}

export function addProduct(world: World, product: NewProduct): Product {
  const id = product.id ?? newId('product');
  const created: Product = {
    id,
    object: 'product',
    active: product.active ?? true,
    created: world.seconds(),
    default_price: null,
    description: product.description ?? null,
    images: product.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: product.metadata ?? {},
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.seconds(),
    url: null,
  };
  world.state.products.set(id, created);
  return created;
}

interface NewPrice {
  id?: string | undefined;
  product: string;
  currency: string;
  amount: number;
  lookupKey?: string | null | undefined;
  active?: boolean | undefined;
  nickname?: string | null | undefined;
  taxBehavior?: Price['tax_behavior'] | undefined;
  metadata?: Record<string, string> | undefined;
}

export function addPrice(world: World, price: NewPrice): Price {
  const id = price.id ?? newId('price');
  const created: Price = {
    id,
    object: 'price',
    active: price.active ?? true,
    billing_scheme: 'per_unit',
    created: world.seconds(),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey ?? null,
    metadata: price.metadata ?? {},
    nickname: price.nickname ?? null,
    product: price.product,
    recurring: null,
    tax_behavior: price.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.amount,
    unit_amount_decimal: String(price.amount),
  };
  world.state.prices.set(id, created);
  return created;
}

/** The price that has a lookup key: one at most. */
export function priceByLookupKey(world: World, lookupKey: string): Price | undefined {
  return [...world.state.prices.values()].find((price) => price.lookup_key === lookupKey);
}

export interface LocalPrice {
  id: string;
  lookupKey: string;
  /** The product's name, as the customer sees it. */
  product: string;
  /** In the currency's minor unit. */
  amount: number;
  currency: string;
}

/** A product and its price under a known id. The same again changes nothing; with other values it replaces them. */
export function registerPrice(world: World, { id, lookupKey, product, amount, currency }: LocalPrice): void {
  const known = world.state.prices.get(id);
  const name = known === undefined ? undefined : world.state.products.get(known.product)?.name;
  if (
    known?.lookup_key === lookupKey &&
    known.unit_amount === amount &&
    known.currency === currency &&
    name === product
  ) {
    return;
  }
  const holder = priceByLookupKey(world, lookupKey);
  if (holder !== undefined) holder.lookup_key = null;
  const productId = `prod_${id.replace(/^price_/, '')}`;
  addProduct(world, { id: productId, name: product });
  addPrice(world, { id, product: productId, currency, amount, lookupKey });
}
