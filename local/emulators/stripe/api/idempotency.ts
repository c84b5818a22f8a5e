import { createHash } from 'node:crypto';
import type { IdempotentAnswer } from '../store.ts';
import type { World } from '../world.ts';
import { StripeApiError } from './errors.ts';

/** Keys are forgotten after a day (Stripe API reference, "Idempotent requests"). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What a request asks for: the same key may not be used for something else. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * The answer that a key was given before.
 * @throws StripeApiError when it was given to another request.
 */
export function recall(world: World, key: string, fingerprint: string): IdempotentAnswer | undefined {
  const known = world.state.idempotentAnswers.get(key);
  if (known === undefined || world.clock.now() - known.at > KEPT_MS) return undefined;
  if (known.fingerprint !== fingerprint) {
    throw new StripeApiError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return known;
}

export function remember(world: World, key: string, answer: Omit<IdempotentAnswer, 'at'>): void {
  const { idempotentAnswers } = world.state;
  const now = world.clock.now();
  for (const [oldest, { at }] of idempotentAnswers) {
    if (now - at <= KEPT_MS) break;
    idempotentAnswers.delete(oldest);
  }
  // Deleted first, so that the table stays in the order of time.
  idempotentAnswers.delete(key);
  idempotentAnswers.set(key, { ...answer, at: now });
}
