import type { Fault, Plan } from '../../integration/support/fault-proxy.ts';

/**
 * How long a fault lasts: for one try of one call, so that the client's own repetition gets through; for that call
 * however often it is repeated; or until the invocation is over, because it died there. Whoever asked then asks again,
 * unless they are `gone` as well.
 */
export type Depth = 'once' | 'lasting' | 'dead' | 'gone';

export interface Strike {
  /** Which call of the operation, from 1. */
  call: number;
  fault: Fault;
  depth: Depth;
}

/** As often as any client tries one call. */
const TRIES = 3;

const BREAKS = ['not-sent', 'answer-lost', 'late'] as const satisfies Fault[];
const REFUSALS = ['error', 'unavailable', 'throttled'] as const satisfies Fault[];

const FAULTS: Record<Depth, readonly Fault[]> = {
  once: [...BREAKS, ...REFUSALS, 'slow'],
  // A client that has given up throws one thing for all refusals.
  lasting: [...BREAKS, 'error'],
  dead: BREAKS,
  gone: BREAKS,
};

const isTransaction = (operation: string) => operation === 'TransactWriteItems';

/** Every fault that a run of these calls can meet. @param depths that make sense for whoever asks. */
export function everyStrike(operations: readonly string[], depths: readonly Depth[]): Strike[] {
  return operations.flatMap((operation, index) =>
    depths.flatMap((depth) => {
      const faults = [...FAULTS[depth]];
      // Another transaction that has the item is no trouble of any other call.
      if (depth === 'once' && isTransaction(operation)) faults.push('conflict');
      return faults.map((fault) => ({ call: index + 1, fault, depth }));
    }),
  );
}

/** What the wire does for a strike. */
export function planOf({ call, fault, depth }: Strike): Plan {
  let struck: string | undefined;
  return (n, operation) => {
    if (n < call) return 'none';
    if (n === call) {
      struck = operation;
      return fault === 'conflict' && !isTransaction(operation) ? 'not-sent' : fault;
    }
    if (depth === 'dead' || depth === 'gone') return 'not-sent';
    return depth === 'lasting' && operation === struck && n < call + TRIES ? fault : 'none';
  };
}

/** What the wire does for two strikes in one run. */
export function bothOf(one: Strike, other: Strike): Plan {
  const plans = [planOf(one), planOf(other)];
  return (n, operation) => {
    const faults = plans.map((plan) => plan(n, operation));
    return faults.find((fault) => fault !== 'none') ?? 'none';
  };
}

export function describe({ call, fault, depth }: Strike, operations: readonly string[]): string {
  return `call ${call} of ${operations.length} (${operations[call - 1] ?? '?'}) ${fault}, ${depth}`;
}
