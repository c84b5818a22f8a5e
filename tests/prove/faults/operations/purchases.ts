import type { Operation, Trial } from '../trial.ts';
import { CREDITS, openUser } from '../user.ts';
import type { World } from '../world.ts';
import { askForCheckout, deliver, eventOf, openCheckout, sessionOf, STARTER, type Event } from './shop.ts';

type Controls = World['cloud']['stripe']['controls'];

function checkout(name: string, isReturning: boolean): Operation {
  return {
    name: `checkout, ${name}`,
    async prepare(world): Promise<Trial> {
      const caller = await openUser(world);
      if (isReturning) await openCheckout(world, caller);
      return {
        userId: caller.userId,
        ask: async () => (await askForCheckout(world, caller)).status === 200,
        async wrong() {
          await openCheckout(world, caller);
          const own = world.cloud.stripe.controls
            .sessions()
            .filter(({ session }) => session.client_reference_id === caller.userId);
          const customers = new Set(own.map(({ session }) => session.customer));
          const balance = await world.audit.balance(caller.userId);
          return [
            ...(customers.size === 1 ? [] : [`one buyer became ${customers.size} customers`]),
            ...(balance === CREDITS ? [] : ['a checkout moved credits']),
          ];
        },
      };
    },
  };
}

interface Telling {
  type: string;
  /** What came before, with its events. */
  before?: (world: World, session: string) => Promise<unknown>;
  /** What the event tells of. */
  act: (controls: Controls, session: string) => unknown;
  /** What the purchase has moved in the end, in credits. */
  credits: number;
  /** Where one type of event is told of in several stories. */
  story?: string;
}

/** Half of what a Starter pack costs. */
const HALF = STARTER.amount / 2;

const STORIES: readonly Telling[] = [
  {
    type: 'checkout.session.completed',
    act: (controls, session) => controls.pay(session),
    credits: STARTER.credits,
  },
  {
    type: 'checkout.session.completed',
    story: 'unpaid',
    act: (controls, session) => controls.pay(session, 'pay_later'),
    credits: 0,
  },
  {
    type: 'checkout.session.async_payment_succeeded',
    before: ({ cloud }, session) => Promise.resolve(cloud.stripe.controls.pay(session, 'pay_later')),
    act: (controls, session) => controls.settle(session, 'succeeded'),
    credits: STARTER.credits,
  },
  {
    type: 'checkout.session.async_payment_failed',
    before: ({ cloud }, session) => Promise.resolve(cloud.stripe.controls.pay(session, 'pay_later')),
    act: (controls, session) => controls.settle(session, 'failed'),
    credits: 0,
  },
  {
    type: 'refund.created',
    story: 'of all, before the payment is told of',
    before: ({ cloud }, session) => Promise.resolve(cloud.stripe.controls.pay(session)),
    act: (controls, session) => controls.refund(session),
    credits: 0,
  },
  { type: 'charge.refunded', before: paid, act: (controls, session) => controls.refund(session), credits: 0 },
  {
    type: 'refund.updated',
    story: 'of a half',
    before: paid,
    act: (controls, session) => controls.refund(session, HALF),
    credits: STARTER.credits / 2,
  },
  {
    type: 'refund.failed',
    before: async (world, session) => {
      await paid(world, session);
      const refunded = eventOf(world, 'refund.created', () => world.cloud.stripe.controls.refund(session));
      await deliver(world, refunded);
    },
    act: (controls, session) => {
      const payment = controls.payments().find((each) => each.session.id === session);
      controls.failRefund(payment?.refunds[0]?.id ?? '');
    },
    credits: STARTER.credits,
  },
  {
    type: 'charge.dispute.created',
    before: paid,
    act: (controls, session) => controls.dispute(session),
    credits: 0,
  },
  {
    type: 'charge.dispute.closed',
    story: 'won',
    before: disputed,
    act: (controls, session) => close(controls, session, 'won'),
    credits: STARTER.credits,
  },
  {
    type: 'charge.dispute.closed',
    story: 'lost',
    before: disputed,
    act: (controls, session) => close(controls, session, 'lost'),
    credits: 0,
  },
];

async function paid(world: World, session: string): Promise<void> {
  const { controls } = world.cloud.stripe;
  await deliver(
    world,
    eventOf(world, 'checkout.session.completed', () => controls.pay(session)),
  );
}

async function disputed(world: World, session: string): Promise<void> {
  await paid(world, session);
  const { controls } = world.cloud.stripe;
  await deliver(
    world,
    eventOf(world, 'charge.dispute.created', () => controls.dispute(session)),
  );
}

function close(controls: Controls, session: string, outcome: 'won' | 'lost'): void {
  const payment = controls.payments().find((each) => each.session.id === session);
  controls.closeDispute(payment?.disputes[0]?.id ?? '', outcome);
}

const SAMPLED = new Set(['checkout.session.completed', 'charge.refunded', 'refund.failed']);

function telling({ type, story, before, act, credits }: Telling): Operation {
  return {
    sampled: SAMPLED.has(type) && story === undefined,
    name: `webhook, ${type}${story === undefined ? '' : ` (${story})`}`,
    persistent: true,
    async prepare(world): Promise<Trial> {
      const caller = await openUser(world);
      const session = await sessionOf(world, caller);
      await before?.(world, session);
      const event = eventOf(world, type, () => act(world.cloud.stripe.controls, session));
      return {
        userId: caller.userId,
        marks: [session, paymentOf(event)],
        ask: () => deliver(world, event),
        async wrong() {
          const balance = await world.audit.balance(caller.userId);
          const purchases = JSON.stringify(await world.audit.purchases(caller.userId));
          return [
            ...(balance === CREDITS + credits ? [] : [`${CREDITS} credits and ${credits} became ${balance}`]),
            ...(purchases.includes(session) ? [] : ['the purchase is not on record']),
          ];
        },
      };
    },
  };
}

/** What later calls to Stripe name instead of the session. */
function paymentOf({ data: { object } }: Event): string {
  return 'payment_intent' in object ? String(object.payment_intent) : object.id;
}

export const PURCHASES: readonly Operation[] = [
  checkout('the first', false),
  checkout('a later one', true),
  ...STORIES.map(telling),
];
