import fc from 'fast-check';
import { PACK_IDS } from '../../../contract/packs.ts';
import { TRANSIENT_FAULTS } from './call-control.ts';

/** Rehearsal words. `[[timeout]]` is missing, because it takes 25 seconds. */
const WORDS = ['', '[[filter]]', '[[throttle]]', '[[throttle-once]]', '[[error]]', '[[slow:15]]'] as const;

/** The cut-out's are in the comment of its JPEG. */
const CUTOUT_WORDS = [...WORDS, '[[filter-input]]'] as const;

/** A generation, cut-out, grant or purchase. The same index again means the same one. */
const index = fc.nat({ max: 2 });

/** What every action has: perhaps a fault, and a delay in ms after the start of its round. */
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
  /** Delivers every message of the waiting line, also those that were already processed. */
  processLine: { weight: 4, parameters: { copies: fc.integer({ min: 1, max: 3 }) } },
  read: { weight: 2, parameters: {} },
  deleteThumbnail: { weight: 3, parameters: { index: fc.nat({ max: 5 }) } },
  saveDesign: {
    weight: 4,
    parameters: {
      index: fc.nat({ max: 5 }),
      version: fc.constantFrom(0, 0, 0, 1, 2),
      cutout: fc.option(index, { nil: undefined }),
      image: fc.option(index, { nil: undefined }),
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
      base: fc.option(index, { nil: undefined }),
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
  /** What the customer's bank or the merchant does at Stripe. */
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
  /** A second account of the same mailbox buys, before or after the deletion of the first one. */
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

const action = fc.oneof(
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
    /** Whether every model is throttled for most of the history. */
    isBusy: fc.constantFrom(true, true, false),
    /** Whether the user pool's trigger ran. Otherwise the first request opens the account. */
    isWelcomed: fc.boolean(),
    /** Credits that an operator grants first. */
    credits: fc.nat({ max: 5 }),
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
