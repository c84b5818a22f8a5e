import fc from 'fast-check';
import { PACK_IDS } from '../../../contract/packs.ts';
import { FAULTS } from './wire.ts';

/** Words that make the stand-in for the models misbehave. A model that never answers takes 25 s: not among them. */
const OUTCOMES = ['', '[[filter]]', '[[throttle]]', '[[throttle-once]]', '[[error]]', '[[slow:15]]'] as const;

/** Which generation, grant or purchase: the same number again is the same one, repeated. */
const which = fc.nat({ max: 2 });

/** A wire that breaks under this move. Most moves have none. */
const cut = fc.option(
  fc.record({ at: fc.integer({ min: 1, max: 9 }), fault: fc.constantFrom(...FAULTS), lasting: fc.boolean() }),
  { freq: 4, nil: undefined },
);

/** When a move begins, in ms after its round. */
const wait = fc.constantFrom(0, 0, 0, 3, 10, 30);

const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const generate = fc.record({
  kind: kind('generate'),
  which: fc.nat({ max: 5 }),
  outcome: fc.oneof({ arbitrary: fc.constant('' as const), weight: 5 }, fc.constantFrom(...OUTCOMES)),
  cut,
  wait,
});
const read = fc.record({ kind: kind('read'), cut, wait });
const grant = fc.record({
  kind: kind('grant'),
  which,
  credits: fc.integer({ min: -3, max: 6 }).filter((credits) => credits !== 0),
  cut,
  wait,
});
const buy = fc.record({
  kind: kind('buy'),
  pack: fc.constantFrom(...PACK_IDS),
  how: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'pay_later', 'decline', 'leave'),
  cut,
  wait,
});
const bank = fc.record({
  kind: kind('bank'),
  which,
  act: fc.constantFrom(
    'pay',
    'settle_succeeded',
    'settle_failed',
    'refund_all',
    'refund_part',
    'fail_refund',
    'dispute',
    'win_dispute',
    'lose_dispute',
  ),
  wait,
});
const deliver = fc.record({
  kind: kind('deliver'),
  /** All that have not arrived; or one of all that were sent so far, counted from the newest. */
  which: fc.option(fc.nat({ max: 11 }), { freq: 2, nil: 'all' as const }),
  copies: fc.integer({ min: 1, max: 3 }),
  cut,
  wait,
});
const sweep = fc.record({ kind: kind('sweep'), cut, wait });
const welcome = fc.record({ kind: kind('welcome'), cut, wait });
const close = fc.record({ kind: kind('close'), cut, wait });

const move = fc.oneof(
  { arbitrary: generate, weight: 8 },
  { arbitrary: read, weight: 2 },
  { arbitrary: grant, weight: 1 },
  { arbitrary: buy, weight: 4 },
  { arbitrary: bank, weight: 7 },
  { arbitrary: deliver, weight: 6 },
  { arbitrary: sweep, weight: 2 },
  { arbitrary: welcome, weight: 1 },
  { arbitrary: close, weight: 1 },
);
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;
export type MoveOf<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>;

/** A user's life: rounds of moves, those of one round at the same time. @param rounds how many there are at the most */
export const historyOf = (rounds: number) =>
  fc.record({
    /** Which tokens tell a verified address: without one, the welcome waits. */
    address: fc.constantFrom('told', 'sometimes', 'never', 'never'),
    /** Whether Cognito's trigger came through at the start, or whatever comes first opens the account. */
    welcomed: fc.boolean(),
    /** What an operator gives then. */
    credits: fc.nat({ max: 5 }),
    /** What was bought and paid for then. The events are on their way. */
    packs: fc.array(fc.constantFrom(...PACK_IDS), { maxLength: 2 }),
    /** Chooses the order in which calls that come at the same time get through. */
    turns: fc.nat(),
    rounds: fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: rounds }),
  });
export type History = ReturnType<typeof historyOf> extends fc.Arbitrary<infer T> ? T : never;
