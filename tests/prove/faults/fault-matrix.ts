import type { Fault, Plan } from '../../support/cloud/fault-proxy.ts';

/**
 * How long a fault lasts: for one attempt, so that the client's retry succeeds; for every retry of that call; or until
 * the invocation ends, because it died there. After that the caller retries, or (`abandoned`) does not.
 */
const DURATIONS = ['one attempt', 'every retry', 'invocation died', 'abandoned'] as const;
export type Duration = (typeof DURATIONS)[number];

/** Every injected fault, and the durations that lead to different behavior. */
const FAULTS = {
  'not-sent': DURATIONS,
  'answer-lost': DURATIONS,
  late: DURATIONS,
  // A client that has used up its retries throws in the same way after every error response.
  error: ['one attempt', 'every retry'],
  unavailable: ['one attempt'],
  throttled: ['one attempt'],
  slow: ['one attempt'],
  conflict: ['one attempt'],
} as const satisfies Partial<Record<Fault, readonly Duration[]>>;

/** A fault of one call of an operation. */
export interface CallFault {
  /** Number of the call, from 1. */
  call: number;
  kind: Fault;
  duration: Duration;
}

/** The most attempts that any client makes for one call. */
const MAX_ATTEMPTS = 3;

const isTransaction = (operation: string) => operation === 'TransactWriteItems';

/** Lists every fault that an operation with these calls can meet. @param canAbandon whether its caller may not retry. */
export function listFaults(calls: readonly string[], canAbandon: boolean): CallFault[] {
  return calls.flatMap((operation, index) =>
    (Object.keys(FAULTS) as (keyof typeof FAULTS)[])
      // Only transactions can fail with TransactionConflict.
      .filter((kind) => kind !== 'conflict' || isTransaction(operation))
      .flatMap((kind) => FAULTS[kind].map((duration) => ({ call: index + 1, kind, duration })))
      .filter(({ duration }) => canAbandon || duration !== 'abandoned'),
  );
}

/** Creates a plan for the fault proxy that injects all given faults. */
export function createPlan(...faults: readonly CallFault[]): Plan {
  const plans = faults.map(createSinglePlan);
  return (call, operation) => {
    const injected = plans.map((plan) => plan(call, operation));
    return injected.find((fault) => fault !== 'none') ?? 'none';
  };
}

function createSinglePlan({ call: faulty, kind, duration }: CallFault): Plan {
  let faultyOperation: string | undefined;
  return (call, operation) => {
    if (call < faulty) return 'none';
    if (call === faulty) {
      faultyOperation = operation;
      return kind === 'conflict' && !isTransaction(operation) ? 'not-sent' : kind;
    }
    if (duration === 'invocation died' || duration === 'abandoned') return 'not-sent';
    const isRetry = operation === faultyOperation && call < faulty + MAX_ATTEMPTS;
    return duration === 'every retry' && isRetry ? kind : 'none';
  };
}

export function describeFault({ call, kind, duration }: CallFault, calls: readonly string[]): string {
  return `call ${call} of ${calls.length} (${calls[call - 1] ?? '?'}) ${kind}, ${duration}`;
}
