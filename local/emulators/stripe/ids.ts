import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Prefixes and lengths as Stripe has them in test mode. The length is promised nowhere; 255 is the most. */
const SHAPES = {
  customer: ['cus_', 14],
  product: ['prod_', 14],
  price: ['price_1', 23],
  session: ['cs_test_a1', 56],
  lineItem: ['li_1', 23],
  paymentIntent: ['pi_3', 23],
  paymentMethod: ['pm_1', 23],
  charge: ['ch_3', 23],
  refund: ['re_3', 23],
  dispute: ['du_1', 23],
  event: ['evt_1', 23],
  webhookEndpoint: ['we_1', 23],
  webhookSecret: ['whsec_', 32],
  request: ['req_', 14],
  shipment: ['shipment_', 12],
} as const;

export function newId(kind: keyof typeof SHAPES): string {
  const [prefix, length] = SHAPES[kind];
  const letters = Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return prefix + letters.join('');
}
