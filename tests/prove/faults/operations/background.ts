import type { Plan } from '../../../support/cloud/fault-proxy.ts';
import { findDeletionViolations, hasSignIn } from '../../../support/invariants.ts';
import { invokeEndpoint, type TestUser } from '../../api.ts';
import type { TestEnvironment } from '../../../support/cloud/environment.ts';
import { buyPack, openCheckout } from '../../stripe.ts';
import { createUser, createUserWithSignIn, generateThumbnail } from '../../users.ts';
import type { Attempt, Operation } from '../trials.ts';

/** Runs `act` while the user's calls follow a plan. */
async function withPlan(
  { proxy }: TestEnvironment,
  userId: string,
  plan: Plan,
  act: () => Promise<unknown>,
): Promise<void> {
  const lane = proxy.follow([userId], plan);
  await act();
  lane.end();
}

/** A user with a sign-in, a purchase, a Stripe customer, an open checkout, an image and credits. */
export async function createUserWithData(environment: TestEnvironment): Promise<TestUser> {
  const user = await createUserWithSignIn(environment);
  await buyPack(environment.cloud, user);
  await openCheckout(environment.cloud, user);
  await generateThumbnail(environment.cloud, user);
  return user;
}

/** The open checkout session and the customer, which the calls to Stripe name instead of the user. */
function listStripeIds({ cloud }: TestEnvironment, { userId }: TestUser): string[] {
  return cloud.stripe.controls
    .sessions()
    .filter(({ session }) => session.client_reference_id === userId)
    .flatMap(({ session: { id, customer } }) => [id, ...(customer === null ? [] : [customer])]);
}

/** Runs a scheduled function as it would run ten minutes from now. */
function runSchedule(
  { cloud, inspector }: TestEnvironment,
  userId: string,
  name: 'RefundAbandoned' | 'FinishClosings',
): Attempt['request'] {
  return async () => {
    await inspector.backdate(userId);
    return cloud.invoke(name, {}).then(
      () => true,
      () => false,
    );
  };
}

const deleteAccount: Operation = {
  name: 'delete-account',
  calls: 22,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUserWithData(environment);
    const { userId } = user;
    return {
      userId,
      identifiers: listStripeIds(environment, user),
      request: async () => (await invokeEndpoint(cloud, user, 'deleteAccount')).status === 200,
      async check(isAnswered) {
        if (isAnswered || (await inspector.isClosed(userId))) {
          return findDeletionViolations(cloud, inspector, userId);
        }
        const isComplete =
          (await inspector.images(userId)).some((key) => key.endsWith('.png')) &&
          (await hasSignIn(cloud, userId));
        return isComplete ? [] : ['the account is open but its data is incomplete'];
      },
    };
  },
};

const finishClosings: Operation = {
  name: 'finish-closings',
  calls: 23,
  retriesForever: true,
  exclusive: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUserWithData(environment);
    const { userId } = user;
    // The invocation dies after it has closed the account.
    const plan: Plan = (call) => (call === 1 ? 'none' : 'not-sent');
    await withPlan(environment, userId, plan, () => invokeEndpoint(cloud, user, 'deleteAccount'));
    return {
      userId,
      request: runSchedule(environment, userId, 'FinishClosings'),
      async check() {
        const isFinished = !('closing' in (await inspector.account(userId)));
        return [
          ...(await findDeletionViolations(cloud, inspector, userId)),
          ...(isFinished ? [] : ['the deletion is not finished']),
        ];
      },
    };
  },
};

const refundAbandoned: Operation = {
  name: 'refund-abandoned',
  calls: 7,
  retriesForever: true,
  exclusive: true,
  sampled: true,
  async prepare(environment) {
    const user = await createUser(environment);
    const { userId } = user;
    // The invocation dies after it has stored the image.
    const plan: Plan = (call) => (call <= 3 ? 'none' : 'not-sent');
    await withPlan(environment, userId, plan, () => generateThumbnail(environment.cloud, user));
    return { userId, request: runSchedule(environment, userId, 'RefundAbandoned') };
  },
};

export const BACKGROUND_OPERATIONS: readonly Operation[] = [deleteAccount, finishClosings, refundAbandoned];
