import { ClientRequest } from 'node:http';

/** The shortest time limit of a request in the clients of the functions, in ms. */
const SHORTEST_LIMIT_MS = 1_000;
/** The fraction to which a pause before a retry is shortened. */
const PAUSE_SHARE = 0.1;
/** The longest timer of Node, in ms. It takes weeks. */
const NEVER_MS = 2 ** 31 - 1;

/** Returns true for the native functions that a promise passes to its executor. */
const isNative = (callback: unknown) => String(callback).includes('[native code]');

/**
 * Gives each call of the clients unlimited time, and shortens their pauses. On a busy machine, a test then takes the same path, and it does
 * not wait for pauses. A timer that resolves a promise, or that takes less than a second, is a pause. Any other timer is the time limit of
 * a request.
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
  // The client of Stripe sets its time limit with this method.
  ClientRequest.prototype.setTimeout = function setNoTimeout(this: ClientRequest) {
    return this;
  };
}
