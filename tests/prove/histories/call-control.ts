import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Plan } from '../../support/cloud/fault-proxy.ts';

/** Faults that a call of a history can meet. */
export const TRANSIENT_FAULTS = ['not-sent', 'answer-lost', 'conflict'] as const satisfies readonly Fault[];

/** A fault of the calls that the user makes while an action runs. */
interface PlannedFault {
  /** The first call with a fault, from 1. */
  call: number;
  kind: (typeof TRANSIENT_FAULTS)[number];
  /** Whether later calls fail, too: all are lost because the invocation died, or transactions keep conflicting. */
  isLasting: boolean;
}

/** How many calls a lasting conflict affects: more than all retries of one transaction. */
const CONFLICTING_CALLS = 12;
/** How long to wait for concurrent calls before one of the waiting calls is chosen, in ms. */
const GATHERING_MS = 2;

/**
 * Controls the calls of one user: injects the faults of the running actions, and lets concurrent calls through one at a
 * time in a random order. Two operations then interleave in every possible way, not only in the usual one.
 */
export class CallControl {
  /** Calls that met a fault. */
  injectedCount = 0;
  readonly #random: () => number;
  readonly #faults = new Set<PlannedFault & { seen: number }>();
  readonly #waiting: (() => void)[] = [];
  #runningActions = 0;
  #isBusy = false;

  /** @param random numbers in [0, 1) */
  constructor(random: () => number) {
    this.#random = random;
  }

  async runAction(planned: PlannedFault | undefined, action: () => Promise<void>): Promise<void> {
    const fault = planned && { ...planned, seen: 0 };
    if (fault !== undefined) this.#faults.add(fault);
    this.#runningActions += 1;
    try {
      await action();
    } finally {
      this.#runningActions -= 1;
      if (fault !== undefined) this.#faults.delete(fault);
    }
  }

  /** Plan for the fault proxy. */
  readonly plan: Plan = (_, operation) => {
    let injected: PlannedFault['kind'] | undefined;
    for (const fault of this.#faults) {
      fault.seen += 1;
      if (fault.seen === fault.call) injected = fault.kind;
      else if (fault.seen > fault.call && fault.isLasting) injected = continueFault(fault) ?? injected;
    }
    if (injected === undefined || (injected === 'conflict' && operation !== 'TransactWriteItems'))
      return 'none';
    this.injectedCount += 1;
    return injected;
  };

  /** Resolves when the call may proceed. @returns a function to call when it has ended. */
  readonly enter = async (): Promise<() => void> => {
    const turn = new Promise<void>((resolve) => this.#waiting.push(resolve));
    void this.#releaseNext();
    await turn;
    return () => {
      this.#isBusy = false;
      void this.#releaseNext();
    };
  };

  async #releaseNext(): Promise<void> {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    if (this.#runningActions > 1) await delay(GATHERING_MS);
    const [chosen] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
    chosen?.();
  }
}

function continueFault({
  kind,
  call,
  seen,
}: PlannedFault & { seen: number }): PlannedFault['kind'] | undefined {
  if (kind !== 'conflict') return 'not-sent';
  return seen < call + CONFLICTING_CALLS ? 'conflict' : undefined;
}
