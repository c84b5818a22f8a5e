import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { newId, type Price } from '../objects.ts';
import { getResource, invalidRequest } from './errors.ts';
import { boolean, integer, text, listPage, operation, PAGE } from './operation.ts';

const PATH = '/v1/prices';

const createParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: z.strictObject({ name: text() }).optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: boolean.default(false),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
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
  const price = {
    id: newId('price'),
    currency: params.currency,
    lookup_key: lookupKey,
    product: product ?? newId('prod'),
    unit_amount: params.unit_amount,
  };
  return addPrice(state, price, newProduct?.name);
}

/**
 * Adds a price, which takes over its lookup key from another price.
 * @param productName of a new product.
 */
export function addPrice(
  state: EmulatorState,
  price: Pick<Price, 'id' | 'currency' | 'lookup_key' | 'product' | 'unit_amount'>,
  productName?: string,
): Price {
  const { id, lookup_key: lookupKey, product } = price;
  const { prices, products } = state.data;
  if (productName !== undefined) {
    products.set(product, { ...state.commonFields(product, 'product'), active: true, name: productName });
  }
  for (const other of prices.values()) if (other.lookup_key === lookupKey) other.lookup_key = null;
  const created: Price = { ...state.commonFields(id, 'price'), ...price, active: true, type: 'one_time' };
  prices.set(id, created);
  return created;
}
