import { invokeEndpoint } from '../../api.ts';
import { captureEvent, createSession, deliverEvent, readPaymentId, STARTER } from '../../stripe.ts';
import { createUser, grantCredits, INITIAL_CREDITS } from '../../users.ts';
import type { Operation } from '../trials.ts';

const collectShortfall: Operation = {
  name: 'webhook, checkout.session.completed (settles a shortfall)',
  calls: 8,
  sampled: true,
  retriesForever: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const { controls } = cloud.stripe;
    const { userId } = await createUser(environment);
    const buy = async () => {
      const session = await createSession(cloud, userId);
      return {
        session,
        event: captureEvent(cloud, 'checkout.session.completed', () => controls.pay(session)),
      };
    };
    const first = await buy();
    await deliverEvent(cloud, first.event);
    await grantCredits(cloud, userId, 1 - INITIAL_CREDITS - STARTER.credits);
    await deliverEvent(
      cloud,
      captureEvent(cloud, 'refund.created', () => controls.refund(first.session)),
    );
    const { session, event } = await buy();
    return {
      userId,
      identifiers: [session, readPaymentId(event)],
      request: () => deliverEvent(cloud, event),
      async check() {
        // One credit was left for the refund, so all but one of the credits of the second purchase are collected.
        const { credits, shortfall } = await inspector.account(userId);
        const isSettled = credits === 1 && shortfall === 0;
        return isSettled ? [] : [`the balance is ${credits} and the shortfall ${String(shortfall)}`];
      },
    };
  },
};

const refundAfterDeletion: Operation = {
  name: 'webhook, checkout.session.completed (refunded after the deletion)',
  // The transaction of an open account is refused, so the account is read and a second transaction follows.
  calls: 11,
  retriesForever: true,
  async prepare(environment) {
    const { cloud } = environment;
    const { controls } = cloud.stripe;
    const user = await createUser(environment);
    const session = await createSession(cloud, user.userId);
    await invokeEndpoint(cloud, user, 'deleteAccount');
    const event = captureEvent(cloud, 'checkout.session.completed', () => controls.pay(session));
    return {
      userId: user.userId,
      identifiers: [session, readPaymentId(event)],
      request: () => deliverEvent(cloud, event),
      check() {
        const amounts =
          controls
            .payments()
            .find((payment) => payment.session.id === session)
            ?.refunds.map(({ amount }) => amount) ?? [];
        const isRefunded = amounts.length === 1 && amounts[0] === STARTER.amount;
        return Promise.resolve(isRefunded ? [] : [`the payment has the refunds [${amounts.join(', ')}]`]);
      },
    };
  },
};

export const REVERSAL_OPERATIONS: readonly Operation[] = [collectShortfall, refundAfterDeletion];
