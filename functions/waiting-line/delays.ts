import { randomInt } from 'node:crypto';
import { estimateTurn, TURN_SECONDS } from './lines.ts';

const LONGEST_TURN_DELAY = 60;
/**
 * Short, because the generations of the line compete with new ones for the quota: the more often they try, the larger is
 * their share.
 */
const LONGEST_RETRY_DELAY = 4;

/**
 * The delay, in whole seconds, of a generation that may not try yet. At most the estimate, so that it is back in time if
 * others leave the line.
 */
export function chooseTurnDelay(line: string, ahead: number): number {
  const untilTurn = Math.ceil(estimateTurn(line, ahead)) - TURN_SECONDS;
  return chooseUpTo(Math.min(LONGEST_TURN_DELAY, Math.max(1, untilTurn)));
}

/** The delay, in whole seconds, after an attempt met overloaded models. It doubles with each attempt. */
export function chooseRetryDelay(attempts: number): number {
  return chooseUpTo(Math.min(LONGEST_RETRY_DELAY, 2 ** (attempts - 1)));
}

/** Equal jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): half of the delay is fixed. */
function chooseUpTo(seconds: number): number {
  return randomInt(Math.ceil(seconds / 2), seconds + 1);
}
