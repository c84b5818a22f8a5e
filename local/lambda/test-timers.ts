import { ClientRequest } from 'node:http';

/** The shortest limit of a request of the functions' clients, in ms. */
const SHORTEST_LIMIT_MS = 1_000;
/** A pause before a retry takes this part of its time. */
const PAUSE_SHARE = 0.1;
/** The longest timer of Node, in ms: weeks. */
const NEVER_MS = 2 ** 31 - 1;

/** The executor of a promise passes native functions. */
const isNative = (callback: unknown) => String(callback).includes('[native code]');

/**
 * Gives each call of the clients unlimited time, and shortens their pauses. A test then neither takes another path on a busy
 * machine nor waits. A pause resolves a promise, or takes less than a second; any other timer is the limit of a request.
 */
export function installTestTimers(): void {
  const { setTimeout: start } = globalThis;
  const chooseMs = (callback: unknown, ms: number) =>
    ms < SHORTEST_LIMIT_MS || isNative(callback) ? ms * PAUSE_SHARE : NEVER_MS;
  Reflect.set(
    globalThis,
    'setTimeout',
    (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start(callback, chooseMs(callback, ms), ...args),
  );
  AbortSignal.timeout = () => new AbortController().signal;
  // The client of Stripe sets its limit here.
  ClientRequest.prototype.setTimeout = function setNoTimeout(this: ClientRequest) {
    return this;
  };
}
