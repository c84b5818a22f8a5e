import fc from 'fast-check';
import { PACK_IDS } from '#contract/packs.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Plan } from '../../support/cloud/fault-proxy.ts';

/** Rehearsal words. `[[timeout]]` is missing, because it takes 25 seconds. */
const WORDS = ['', '[[filter]]', '[[throttle]]', '[[throttle-once]]', '[[error]]', '[[slow:15]]'] as const;

/** The rehearsal words of a cut-out are in the comment of its JPEG. */
const CUTOUT_WORDS = [...WORDS, '[[filter-input]]'] as const;

/** A generation, cut-out, grant or purchase. The same index again means the same object. */
const index = fc.nat({ max: 2 });

/** The sizes of the pictures that photos are made of, in pixels. Each size is another picture. */
export const PICTURES = [
  [640, 360],
  [360, 480],
] as const;
export type Picture = (typeof PICTURES)[number];

/** Faults that a call of a history can meet. */
const TRANSIENT_FAULTS = ['not-sent', 'answer-lost', 'conflict'] as const satisfies readonly Fault[];

/** The parameters of every action: a fault or none, and a delay in ms after the start of its round. */
const common = {
  fault: fc.option(
    fc.record({
      call: fc.integer({ min: 1, max: 9 }),
      kind: fc.constantFrom(...TRANSIENT_FAULTS),
      isLasting: fc.boolean(),
    }),
    { freq: 4, nil: undefined },
  ),
  delay: fc.constantFrom(0, 0, 0, 3, 10, 30),
};

/** The random actions by their kind: relative frequency and parameters. */
const ACTIONS = {
  generate: {
    weight: 8,
    parameters: {
      index: fc.nat({ max: 5 }),
      words: fc.oneof({ arbitrary: fc.constant('' as const), weight: 5 }, fc.constantFrom(...WORDS)),
    },
  },
  cancel: { weight: 2, parameters: { index: fc.nat({ max: 5 }) } },
  cancelEdit: { weight: 1, parameters: { index } },
  /** Delivers every message of the waiting line, also processed messages. */
  processLine: { weight: 4, parameters: { copies: fc.integer({ min: 1, max: 3 }) } },
  read: { weight: 2, parameters: {} },
  deleteThumbnail: { weight: 3, parameters: { index: fc.nat({ max: 5 }) } },
  /** Half of the designs have no cut-out, and half show the thumbnail's own image: the other saves are mostly refused. */
  saveDesign: {
    weight: 4,
    parameters: {
      index: fc.nat({ max: 5 }),
      /** The revisions that the page is behind. */
      behind: fc.constantFrom(0, 0, 0, 0, 1),
      cutout: fc.option(index, { freq: 1, nil: undefined }),
      image: fc.option(index, { freq: 1, nil: undefined }),
      hasPreview: fc.boolean(),
    },
  },
  /** Shares the ids of the generations. Two tabs can send different pictures under one id. */
  createPhoto: {
    weight: 4,
    parameters: {
      index: fc.nat({ max: 5 }),
      picture: fc.constantFrom(...PICTURES),
      upload: fc.constantFrom('own', 'own', 'own', 'foreign', 'missing'),
    },
  },
  createCutout: {
    weight: 3,
    parameters: {
      index,
      words: fc.oneof({ arbitrary: fc.constant('' as const), weight: 3 }, fc.constantFrom(...CUTOUT_WORDS)),
    },
  },
  createEdit: {
    weight: 5,
    parameters: {
      index: fc.nat({ max: 5 }),
      edit: index,
      /** An edit as the base. @default the thumbnail */
      base: fc.option(index, { freq: 1, nil: undefined }),
      words: fc.oneof({ arbitrary: fc.constant('' as const), weight: 3 }, fc.constantFrom(...WORDS)),
    },
  },
  deleteCutout: { weight: 1, parameters: { index } },
  grant: {
    weight: 1,
    parameters: { index, credits: fc.integer({ min: -3, max: 6 }).filter((credits) => credits !== 0) },
  },
  buy: {
    weight: 4,
    parameters: {
      pack: fc.constantFrom(...PACK_IDS),
      payment: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'pay_later', 'decline', 'leave'),
    },
  },
  /** Acts of the customer's bank or of the merchant at Stripe. */
  stripe: {
    weight: 7,
    parameters: {
      index,
      act: fc.constantFrom(
        'pay',
        'settle_succeeded',
        'settle_failed',
        'refund_all',
        'refund_part',
        'refund_pending',
        'cancel_refund',
        'fail_refund',
        'dispute',
        'inquiry',
        'escalate_inquiry',
        'close_inquiry',
        'win_dispute',
        'lose_dispute',
      ),
    },
  },
  deliver: {
    weight: 6,
    parameters: {
      /** All undelivered events, or one of all emitted events, counted from the newest. */
      event: fc.option(fc.nat({ max: 11 }), { freq: 2, nil: 'undelivered' as const }),
      copies: fc.integer({ min: 1, max: 3 }),
    },
  },
  runSchedules: { weight: 2, parameters: {} },
  triggerWelcome: { weight: 1, parameters: {} },
  deleteAccount: { weight: 1, parameters: {} },
  /** A second account of the same mailbox buys, before or after the deletion of the first account. */
  buyAgain: { weight: 2, parameters: { pack: fc.constantFrom(...PACK_IDS) } },
} as const;

type Kind = keyof typeof ACTIONS;
type Value<T> = T extends fc.Arbitrary<infer V> ? V : never;
type Parameters<K extends Kind> = {
  -readonly [Key in keyof (typeof ACTIONS)[K]['parameters']]: Value<(typeof ACTIONS)[K]['parameters'][Key]>;
};
export type ActionOf<K extends Kind> = { kind: K } & Parameters<K> & {
    [Key in keyof typeof common]: Value<(typeof common)[Key]>;
  };
export type Action = { [K in Kind]: ActionOf<K> }[Kind];

export const action = fc.oneof(
  ...Object.entries(ACTIONS).map(([kind, { weight, parameters }]) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...common, ...parameters }),
  })),
) as fc.Arbitrary<Action>;

/** The history of one user: rounds of concurrent actions. */
export const createHistories = (maxRounds: number) =>
  fc.record({
    /** Which tokens contain the verified address. Without it the welcome is deferred, and nothing can be bought. */
    email: fc.constantFrom('always', 'always', 'sometimes', 'never'),
    /** True if every model is throttled during the first half of the rounds. */
    isBusy: fc.constantFrom(true, true, false),
    /** True if the user pool's trigger ran. Otherwise the first request opens the account. */
    isWelcomed: fc.boolean(),
    /** Credits that an operator grants first. */
    credits: fc.nat({ max: 8 }),
    /** Photos that the user makes first, so that most deletions, edits and saves find an image. */
    photos: fc.nat({ max: 2 }),
    /** Packs that are paid first. Their events are not delivered yet. */
    packs: fc.array(fc.constantFrom(...PACK_IDS), { maxLength: 2 }),
    /** Determines the order of concurrent calls. */
    scheduling: fc.nat(),
    rounds: fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: maxRounds,
    }),
  });
export type History = Value<ReturnType<typeof createHistories>>;

/** A fault of the calls that the user makes while an action runs. */
interface PlannedFault {
  /** The first call with a fault, from 1. */
  call: number;
  kind: (typeof TRANSIENT_FAULTS)[number];
  /** True if later calls also fail: all are lost because the invocation died, or transactions keep conflicting. */
  isLasting: boolean;
}

/** Number of calls that a lasting conflict affects: more than all retries of one transaction. */
const CONFLICTING_CALLS = 12;
/** Time in ms to wait for concurrent calls before one of the waiting calls is chosen. */
const GATHERING_MS = 2;

/**
 * Controls the calls of one user: injects the faults of the running actions, and lets concurrent calls through one at a
 * time in a random order. Two operations then interleave in every possible way, not only in the usual order.
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
