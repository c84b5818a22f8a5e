import type Stripe from 'stripe';
import { addCustomer } from '../../payments/customers.ts';
import { missing } from '../errors.ts';
import { operation } from '../operation.ts';
import { email, ignored, metadata, text, unsupported, type Documented } from '../params.ts';

const FIELDS = {
  email,
  name: text({ max: 256 }),
  description: text(),
  phone: text({ max: 20 }),
  metadata,
  address: ignored,
  balance: unsupported,
  business_name: ignored,
  cash_balance: unsupported,
  individual_name: ignored,
  invoice_prefix: ignored,
  invoice_settings: ignored,
  next_invoice_sequence: ignored,
  payment_method: unsupported,
  preferred_locales: ignored,
  shipping: ignored,
  source: unsupported,
  tax: ignored,
  tax_exempt: ignored,
  tax_id_data: ignored,
  test_clock: unsupported,
  validate: ignored,
} satisfies Documented<Stripe.CustomerCreateParams>;

export const customerOperations = [
  operation('POST', '/v1/customers', FIELDS, (params, { world }) => addCustomer(world, params)),
  operation('GET', '/v1/customers/{id}', {}, (_, { world, id }) => {
    const customer = world.state.customers.get(id);
    if (customer === undefined) throw missing('customer', id);
    return customer;
  }),
];
