import { newId } from '../ids.ts';
import type { Customer } from '../objects.ts';
import type { World } from '../world.ts';

interface NewCustomer {
  email?: string | null | undefined;
  name?: string | null | undefined;
  description?: string | null | undefined;
  phone?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
}

export function addCustomer(world: World, customer: NewCustomer): Customer {
  const id = newId('customer');
  const created: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: world.seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: customer.description ?? null,
    email: customer.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata ?? {},
    name: customer.name ?? null,
    next_invoice_sequence: 1,
    phone: customer.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  world.state.customers.set(id, created);
  world.emit('customer.created', created);
  return created;
}
