import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { newId, type Price } from '../objects.ts';
import { getResource, invalidRequest } from './errors.ts';
import { listPage, operation, PAGE } from './operation.ts';
import { boolean, integer, text } from './params.ts';

const PATH = '/v1/prices';

const createParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
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
  operation('POST', `${PATH}/:id`, { active: boolean }, ({ data }, { active }, id) =>
    Object.assign(getResource(data.prices, 'price', id), { active }),
  ),
  operation('GET', '/v1/products/:id', {}, ({ data }, _params, id) =>
    getResource(data.products, 'product', id),
  ),
];

function createPrice(state: EmulatorState, params: z.output<typeof createParams>): Price {
  const { product, product_data: newProduct, lookup_key: lookupKey = null } = params;
  if ((product === undefined) === (newProduct === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      param: 'product',
    });
  }
  if (product !== undefined) getResource(state.data.products, 'product', product, 'product');
  const holder = [...state.data.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (lookupKey !== null && holder !== undefined && !params.transfer_lookup_key) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, { param: 'lookup_key' });
  }
  const { unit_amount: amount, currency } = params;
  const productId = product ?? newId('prod');
  return addPrice(state, {
    id: newId('price'),
    productId,
    product: newProduct?.name,
    amount,
    currency,
    lookupKey,
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
  { id, productId, product, amount, ...price }: NewPrice,
): Price {
  const { prices, products } = state.data;
  const { currency, lookupKey } = price;
  if (product !== undefined) {
    products.set(productId, { ...state.commonFields(productId, 'product'), active: true, name: product });
  }
  for (const other of prices.values()) if (other.lookup_key === lookupKey) other.lookup_key = null;
  const created: Price = {
    ...state.commonFields(id, 'price'),
    active: true,
    currency,
    lookup_key: lookupKey,
    product: productId,
    type: 'one_time',
    unit_amount: amount,
  };
  prices.set(id, created);
  return created;
}
