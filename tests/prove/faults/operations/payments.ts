import type { TestEnvironment } from '../../../support/cloud/environment.ts';
import { invokeEndpoint } from '../../api.ts';
import {
  captureEvent,
  createSession,
  deliverEvent,
  openCheckout,
  readPaymentId,
  STARTER,
} from '../../stripe.ts';
import { createUser, INITIAL_CREDITS } from '../../users.ts';
import type { Operation } from '../trials.ts';

type Controls = TestEnvironment['cloud']['stripe']['controls'];

function checkout(name: string, isReturning: boolean): Operation {
  return {
    name: `checkout, ${name}`,
    calls: isReturning ? 7 : 9,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const user = await createUser(environment);
      if (isReturning) await openCheckout(cloud, user);
      return {
        userId: user.userId,
        // The list of open sessions names only the customer.
        identifiers: await listCustomers(environment, user.userId),
        request: async () => (await openCheckout(cloud, user)) !== undefined,
        async check() {
          await openCheckout(cloud, user);
          const sessions = cloud.stripe.controls
            .sessions()
            .filter(({ session }) => session.client_reference_id === user.userId);
          const customers = new Set(sessions.map(({ session }) => session.customer));
          const balance = await inspector.balance(user.userId);
          return [
            ...(customers.size === 1 ? [] : [`the user has ${customers.size} Stripe customers`]),
            ...(balance === INITIAL_CREDITS ? [] : ['a checkout changed the balance']),
          ];
        },
      };
    },
  };
}

async function listCustomers({ inspector }: TestEnvironment, userId: string): Promise<string[]> {
  const { stripeCustomerId } = await inspector.account(userId);
  return typeof stripeCustomerId === 'string' ? [stripeCustomerId] : [];
}

type StripeAction = (controls: Controls, session: string) => unknown;

const pay: StripeAction = (controls, session) => controls.pay(session);
const payLater: StripeAction = (controls, session) => controls.pay(session, 'pay_later');
const refund: StripeAction = (controls, session) => controls.refund(session);
const refundHalf: StripeAction = (controls, session) =>
  controls.refund(session, { amount: STARTER.amount / 2 });
const settle =
  (outcome: 'succeeded' | 'failed'): StripeAction =>
  (controls, session) =>
    controls.settle(session, outcome);
const dispute: StripeAction = (controls, session) => controls.dispute(session);
const findPayment = (controls: Controls, session: string) =>
  controls.payments().find((payment) => payment.session.id === session);
const failRefund: StripeAction = (controls, session) =>
  controls.updateRefund(findPayment(controls, session)?.refunds[0]?.id ?? '', 'failed');
const updateDispute =
  (status: string): StripeAction =>
  (controls, session) =>
    controls.updateDispute(findPayment(controls, session)?.disputes[0]?.id ?? '', status);
const inquire: StripeAction = (controls, session) =>
  controls.dispute(session, { status: 'warning_needs_response' });
const refundPending: StripeAction = (controls, session) => controls.refund(session, { status: 'pending' });
const cancelRefund: StripeAction = (controls, session) =>
  controls.updateRefund(findPayment(controls, session)?.refunds[0]?.id ?? '', 'canceled');

interface WebhookScenario {
  /** Type of the delivered event, and what distinguishes scenarios with the same type. */
  event: readonly [type: string, variant?: string];
  /** Earlier actions. Those with an event type are delivered. */
  before?: readonly (readonly [StripeAction, type?: string])[];
  action: StripeAction;
  calls: number;
  /** Credits that the purchase adds in the end. */
  credits: number;
  sampled?: boolean;
}

const PAID = [pay, 'checkout.session.completed'] as const;
const DISPUTED = [PAID, [dispute, 'charge.dispute.created']] as const;
const REFUNDED = [PAID, [refund, 'refund.created']] as const;
const ALL = STARTER.credits;

const SCENARIOS: readonly WebhookScenario[] = [
  { event: ['checkout.session.completed'], action: pay, calls: 6, credits: ALL, sampled: true },
  { event: ['checkout.session.completed', 'unpaid'], action: payLater, calls: 5, credits: 0 },
  {
    event: ['checkout.session.async_payment_succeeded'],
    before: [[payLater]],
    action: settle('succeeded'),
    calls: 6,
    credits: ALL,
  },
  {
    event: ['checkout.session.async_payment_failed'],
    before: [[payLater]],
    action: settle('failed'),
    calls: 5,
    credits: 0,
  },
  {
    event: ['refund.created', 'full refund, delivered before the payment'],
    before: [[pay]],
    action: refund,
    calls: 9,
    credits: 0,
  },
  { event: ['charge.refunded'], before: [PAID], action: refund, calls: 10, credits: 0, sampled: true },
  { event: ['refund.updated', 'half'], before: [PAID], action: refundHalf, calls: 10, credits: ALL / 2 },
  { event: ['refund.failed'], before: REFUNDED, action: failRefund, calls: 10, credits: ALL, sampled: true },
  { event: ['charge.dispute.created'], before: [PAID], action: dispute, calls: 10, credits: 0 },
  {
    event: ['refund.failed', 'because its payment is disputed'],
    before: [PAID, [refundPending, 'refund.created'], [dispute, 'charge.dispute.created']],
    action: failRefund,
    calls: 10,
    credits: 0,
  },
  {
    event: ['charge.dispute.closed', 'won'],
    before: DISPUTED,
    action: updateDispute('won'),
    calls: 10,
    credits: ALL,
  },
  {
    event: ['charge.dispute.closed', 'lost'],
    before: DISPUTED,
    action: updateDispute('lost'),
    calls: 8,
    credits: 0,
  },
  {
    event: ['charge.dispute.closed', 'lost after it was won'],
    before: [...DISPUTED, [updateDispute('won'), 'charge.dispute.closed']],
    action: updateDispute('lost'),
    calls: 10,
    credits: 0,
  },
  {
    event: ['charge.dispute.created', 'inquiry'],
    before: [PAID],
    action: inquire,
    calls: 7,
    credits: ALL,
  },
  {
    event: ['charge.dispute.funds_withdrawn', 'inquiry that became a dispute'],
    before: [PAID, [inquire, 'charge.dispute.created']],
    action: updateDispute('needs_response'),
    calls: 10,
    credits: 0,
  },
  {
    event: ['refund.updated', 'canceled'],
    before: [PAID, [refundPending, 'refund.created']],
    action: cancelRefund,
    calls: 10,
    credits: ALL,
  },
];

function webhook(scenario: WebhookScenario): Operation {
  const {
    event: [type, variant],
    before = [],
    action,
    calls,
    credits,
    sampled = false,
  } = scenario;
  return {
    name: `webhook, ${type}${variant === undefined ? '' : ` (${variant})`}`,
    calls,
    sampled,
    retriesForever: true,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const { controls } = cloud.stripe;
      const { userId } = await createUser(environment);
      const session = await createSession(cloud, userId);
      for (const [earlier, delivered] of before) {
        if (delivered === undefined) earlier(controls, session);
        else
          await deliverEvent(
            cloud,
            captureEvent(cloud, delivered, () => earlier(controls, session)),
          );
      }
      const event = captureEvent(cloud, type, () => action(controls, session));
      return {
        userId,
        identifiers: [session, readPaymentId(event)],
        request: () => deliverEvent(cloud, event),
        async check() {
          const balance = await inspector.balance(userId);
          const purchases = JSON.stringify(await inspector.purchases(userId));
          const expected = INITIAL_CREDITS + credits;
          return [
            ...(balance === expected ? [] : [`the balance is ${balance} instead of ${expected}`]),
            ...(purchases.includes(session) ? [] : ['the purchase has no record']),
          ];
        },
      };
    },
  };
}

/** The return from Checkout, while the events are dropped. */
const confirmation: Operation = {
  name: 'confirm-purchase',
  calls: 8,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const id = await createSession(cloud, user.userId);
    const event = captureEvent(cloud, 'checkout.session.completed', () => cloud.stripe.controls.pay(id));
    const confirm = () => invokeEndpoint(cloud, user, 'confirmPurchase', { params: { id } });
    return {
      userId: user.userId,
      identifiers: [id, readPaymentId(event)],
      request: async () => (await confirm()).status === 200,
      async check() {
        await confirm();
        const balance = await inspector.balance(user.userId);
        const expected = INITIAL_CREDITS + STARTER.credits;
        return balance === expected ? [] : [`the balance is ${balance} instead of ${expected}`];
      },
    };
  },
};

export const PAYMENT_OPERATIONS: readonly Operation[] = [
  checkout('first', false),
  checkout('later', true),
  ...SCENARIOS.map(webhook),
  confirmation,
];
