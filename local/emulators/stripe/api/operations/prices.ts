import type Stripe from 'stripe';
import type { Price } from '../../objects.ts';
import { addPrice, addProduct, priceByLookupKey } from '../../payments/catalog.ts';
import type { World } from '../../world.ts';
import { missing, refused } from '../errors.ts';
import { page, PAGE_BY_TIME } from '../lists.ts';
import { mergeMetadata } from '../metadata.ts';
import { operation } from '../operation.ts';
import {
  boolean,
  hash,
  ignored,
  integer,
  list,
  metadata,
  metadataChanges,
  oneOf,
  required,
  text,
  unsupported,
  type Documented,
} from '../params.ts';

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');
const currency = oneOf('gbp', 'usd', 'eur', 'jpy', 'aud', 'cad');

const CREATE = {
  currency: required(currency),
  product: text(),
  product_data: hash({
    name: required(text()),
    id: text(),
    active: boolean,
    metadata,
    statement_descriptor: ignored,
    tax_code: ignored,
    tax_details: ignored,
    unit_label: ignored,
  }),
  unit_amount: integer(),
  active: boolean,
  lookup_key: text({ max: 200 }),
  transfer_lookup_key: boolean,
  nickname: text(),
  metadata,
  tax_behavior: taxBehavior,
  billing_scheme: oneOf('per_unit'),
  currency_options: unsupported,
  custom_unit_amount: unsupported,
  recurring: unsupported,
  tiers: unsupported,
  tiers_mode: unsupported,
  transform_quantity: unsupported,
  unit_amount_decimal: unsupported,
} satisfies Documented<Stripe.PriceCreateParams>;

const UPDATE = {
  active: boolean,
  lookup_key: text({ max: 200, emptyable: true }),
  transfer_lookup_key: boolean,
  nickname: text({ emptyable: true }),
  metadata: metadataChanges,
  tax_behavior: taxBehavior,
  currency_options: unsupported,
} satisfies Documented<Stripe.PriceUpdateParams>;

const LIST = {
  ...PAGE_BY_TIME,
  active: boolean,
  currency,
  lookup_keys: list(text(), { max: 10 }),
  product: text(),
  recurring: unsupported,
  type: oneOf('one_time', 'recurring'),
} satisfies Documented<Stripe.PriceListParams>;

export const priceOperations = [
  operation('POST', '/v1/prices', CREATE, (params, { world }) => {
    const { unit_amount } = params;
    if (unit_amount === undefined)
      throw refused('Missing required param: unit_amount.', {
        code: 'parameter_missing',
        param: 'unit_amount',
      });
    if ((params.product === undefined) === (params.product_data === undefined)) {
      throw refused('You must specify either `product` or `product_data` when creating a price.', {
        param: 'product',
      });
    }
    const { product } = params;
    if (product !== undefined && !world.state.products.has(product))
      throw missing('product', product, 'product');
    takeLookupKey(world, params.lookup_key, params.transfer_lookup_key);
    const name = params.product_data?.name ?? '';
    return addPrice(world, {
      product: product ?? addProduct(world, { ...params.product_data, name }).id,
      currency: params.currency,
      amount: unit_amount,
      lookupKey: params.lookup_key,
      active: params.active,
      nickname: params.nickname,
      taxBehavior: params.tax_behavior,
      metadata: params.metadata,
    });
  }),
  operation(
    'GET',
    '/v1/prices',
    LIST,
    ({ active, currency, lookup_keys, product, type, ...params }, { world }) => {
      const rows = [...world.state.prices.values()].filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (currency === undefined || price.currency === currency) &&
          (product === undefined || price.product === product) &&
          (type === undefined || price.type === type) &&
          (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')),
      );
      return page(rows, params, { kind: 'price', url: '/v1/prices' });
    },
  ),
  operation('GET', '/v1/prices/{id}', {}, (_, { world, id }) => priceById(world, id)),
  operation('POST', '/v1/prices/{id}', UPDATE, (params, { world, id }) => {
    const price = priceById(world, id);
    if (params.lookup_key !== undefined && params.lookup_key !== price.lookup_key) {
      takeLookupKey(world, params.lookup_key, params.transfer_lookup_key);
      price.lookup_key = params.lookup_key || null;
    }
    price.active = params.active ?? price.active;
    if (params.nickname !== undefined) price.nickname = params.nickname || null;
    price.tax_behavior = params.tax_behavior ?? price.tax_behavior;
    price.metadata = mergeMetadata(price.metadata, params.metadata);
    return price;
  }),
];

/** A lookup key names one price; it moves to another only when asked. */
function takeLookupKey(world: World, key: string | undefined, transfer = false): void {
  const holder = key === undefined || key === '' ? undefined : priceByLookupKey(world, key);
  if (holder === undefined) return;
  if (!transfer) {
    throw refused(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  holder.lookup_key = null;
}

function priceById(world: World, id: string): Price {
  const price = world.state.prices.get(id);
  if (price === undefined) throw missing('price', id);
  return price;
}
