import type Stripe from 'stripe';
import { addProduct } from '../../payments/catalog.ts';
import type { Product } from '../../objects.ts';
import type { World } from '../../world.ts';
import { missing, refused } from '../errors.ts';
import { page, PAGE_BY_TIME } from '../lists.ts';
import { mergeMetadata } from '../metadata.ts';
import { operation } from '../operation.ts';
import {
  boolean,
  ignored,
  list,
  metadata,
  metadataChanges,
  required,
  text,
  unsupported,
  url,
  type Documented,
} from '../params.ts';

const CREATE = {
  id: text(),
  name: required(text()),
  active: boolean,
  description: text(),
  images: list(url, { max: 8 }),
  metadata,
  default_price_data: unsupported,
  marketing_features: ignored,
  package_dimensions: ignored,
  shippable: ignored,
  statement_descriptor: ignored,
  tax_code: ignored,
  tax_details: ignored,
  type: ignored,
  unit_label: ignored,
  url: ignored,
} satisfies Documented<Stripe.ProductCreateParams>;

const UPDATE = {
  active: boolean,
  default_price: text(),
  description: text({ emptyable: true }),
  images: list(url, { max: 8 }),
  metadata: metadataChanges,
  name: text(),
  marketing_features: ignored,
  package_dimensions: ignored,
  shippable: ignored,
  statement_descriptor: ignored,
  tax_code: ignored,
  tax_details: ignored,
  unit_label: ignored,
  url: ignored,
} satisfies Documented<Stripe.ProductUpdateParams>;

export const productOperations = [
  operation('POST', '/v1/products', CREATE, (params, { world }) => {
    if (params.id !== undefined && world.state.products.has(params.id)) {
      throw refused(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
    }
    return addProduct(world, params);
  }),
  operation(
    'GET',
    '/v1/products',
    { ...PAGE_BY_TIME, active: boolean, ids: list(text()), shippable: ignored, type: ignored, url: ignored },
    ({ active, ids, ...params }, { world }) => {
      const rows = [...world.state.products.values()].filter(
        (product) =>
          (active === undefined || product.active === active) &&
          (ids === undefined || ids.includes(product.id)),
      );
      return page(rows, params, { kind: 'product', url: '/v1/products' });
    },
  ),
  operation('GET', '/v1/products/{id}', {}, (_, { world, id }) => productById(world, id)),
  operation('POST', '/v1/products/{id}', UPDATE, (params, { world, id }) => {
    const product = productById(world, id);
    const { default_price } = params;
    if (default_price !== undefined) {
      if (!world.state.prices.has(default_price)) throw missing('price', default_price, 'default_price');
      product.default_price = default_price;
    }
    product.name = params.name ?? product.name;
    product.active = params.active ?? product.active;
    product.images = params.images ?? product.images;
    if (params.description !== undefined) product.description = params.description || null;
    product.metadata = mergeMetadata(product.metadata, params.metadata);
    product.updated = world.seconds();
    return product;
  }),
];

function productById(world: World, id: string): Product {
  const product = world.state.products.get(id);
  if (product === undefined) throw missing('product', id);
  return product;
}
