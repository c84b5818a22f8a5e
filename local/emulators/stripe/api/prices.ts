import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { newId, type Price } from '../objects.ts';
import { getResource, invalidRequest } from './errors.ts';
import { listPage, operation, PAGE } from './operation.ts';
import { boolean, integer, text } from './params.ts';

const PATH = '/v1/prices';

const createParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: z.strictObject({ name: text() }).optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: boolean.default(false),
});

const listParams = {
  ...PAGE,
  active: boolean.optional(),
  lookup_keys: z.array(text()).max(10).optional(),
};

export const priceOperations = [
  operation('POST', PATH, createParams.shape, createPrice),
  operation('GET', PATH, listParams, ({ data }, { lookup_keys: keys, ...params }) => {
    const prices = [...data.prices.values()];
    const named = keys && prices.filter(({ lookup_key }) => lookup_key !== null && keys.includes(lookup_key));
    return listPage(named ?? prices, params, PATH);
  }),
  operation('GET', `${PATH}/:id`, {}, ({ data }, _params, id) => getResource(data.prices, 'price', id)),
  operation('POST', `${PATH}/:id`, { active: boolean }, ({ data }, { active }, id) => {
    const price = getResource(data.prices, 'price', id);
    price.active = active;
    return price;
  }),
  operation('GET', '/v1/products/:id', {}, ({ data }, _params, id) => {
    return getResource(data.products, 'product', id);
  }),
];

function createPrice(state: EmulatorState, params: z.output<typeof createParams>): Price {
  const { product, product_data: newProduct, lookup_key: lookupKey } = params;
  if ((product === undefined) === (newProduct === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      param: 'product',
    });
  }
  if (product !== undefined) getResource(state.data.products, 'product', product, 'product');
  const holder = [...state.data.prices.values()].find(
    ({ lookup_key: key }) => key !== null && key === lookupKey,
  );
  if (holder !== undefined && !params.transfer_lookup_key) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, { param: 'lookup_key' });
  }
  return addPrice(state, {
    id: newId('price'),
    productId: product ?? newId('prod'),
    product: newProduct?.name,
    amount: params.unit_amount,
    currency: params.currency,
    lookupKey: lookupKey ?? null,
  });
}

interface NewPrice {
  id: string;
  productId: string;
  /** Name of a new product; undefined for an existing product. */
  product: string | undefined;
  /** In the currency's minor unit. */
  amount: number;
  currency: string;
  lookupKey: string | null;
}

/** Adds a price, and its product if it is new. A lookup key belongs to one price, so the price takes it over. */
export function addPrice(
  state: EmulatorState,
  { id, productId, product, amount, currency, lookupKey }: NewPrice,
): Price {
  const { prices, products } = state.data;
  const common = { active: true, created: state.seconds(), livemode: false, metadata: {} };
  if (product !== undefined) {
    products.set(productId, { id: productId, object: 'product', name: product, ...common });
  }
  for (const price of prices.values()) if (price.lookup_key === lookupKey) price.lookup_key = null;
  const price: Price = {
    id,
    object: 'price',
    currency,
    lookup_key: lookupKey,
    product: productId,
    type: 'one_time',
    unit_amount: amount,
    ...common,
  };
  prices.set(id, price);
  return price;
}
