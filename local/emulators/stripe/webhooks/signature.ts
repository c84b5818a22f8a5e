import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header: an HMAC-SHA256 of `{timestamp}.{raw body}` under the endpoint's secret
 * (https://docs.stripe.com/webhooks, "Verify webhook signatures manually").
 * @param timestamp seconds since 1970; receivers refuse one older than 300 s.
 */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
