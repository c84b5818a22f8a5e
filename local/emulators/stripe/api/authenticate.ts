import { createHash, timingSafeEqual } from 'node:crypto';
import { StripeApiError } from './errors.ts';

/**
 * Stripe takes the key as a bearer token or as a user name (API reference, "Authentication").
 * @throws StripeApiError 401 when it is missing or another one.
 */
export function authenticate(authorization: string | undefined, apiKey: string): void {
  const sent = keyIn(authorization ?? '');
  if (sent === '') {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!isSame(sent, apiKey)) throw unauthorized(`Invalid API Key provided: ${masked(sent)}`);
}

function keyIn(authorization: string): string {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(credentials, 'base64').toString().replace(/:.*$/s, '');
}

function unauthorized(message: string): StripeApiError {
  return new StripeApiError(401, { type: 'invalid_request_error', message });
}

/** `sk_test_********wxyz`, as Stripe shows a key that it does not know. */
function masked(key: string): string {
  const [, prefix = '', rest = ''] = /^((?:[a-z]+_)*)(.*)$/s.exec(key) ?? [];
  return prefix + '*'.repeat(Math.max(0, rest.length - 4)) + rest.slice(-4);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
