import { PACK_IDS, PACKS } from '../../../contract/packs.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { findViolations } from '../../support/invariants.ts';
import { invokeEndpoint } from '../api.ts';
import { openCheckout } from '../stripe.ts';
import { createUser, INITIAL_CREDITS } from '../users.ts';

/**
 * Buys every pack while Stripe's events are dropped. One half of the payments is booked by the return from Checkout, and all of
 * them by the schedule, which runs twice at the same time. @returns the problems of each pack.
 */
export async function buyWithoutEvents(environment: TestEnvironment): Promise<string[][]> {
  const { cloud, inspector } = environment;
  const purchases = [];
  for (const pack of PACK_IDS) {
    for (const returns of [true, false]) {
      const user = await createUser(environment);
      const session = (await openCheckout(cloud, user, pack)) ?? '';
      cloud.stripe.controls.pay(session);
      if (returns) await invokeEndpoint(cloud, user, 'confirmPurchase', { params: { id: session } });
      purchases.push({ pack, returns, user });
    }
  }
  const isReturnBooked = await Promise.all(
    purchases.map(async ({ returns, pack, user }) => {
      const expected = INITIAL_CREDITS + (returns ? PACKS[pack].credits : 0);
      return (await inspector.balance(user.userId)) === expected;
    }),
  );
  await Promise.all([cloud.invoke('ReconcilePayments', {}), cloud.invoke('ReconcilePayments', {})]);
  return Promise.all(
    purchases.map(async ({ pack, user: { userId } }, index) => {
      const balance = await inspector.balance(userId);
      const expected = INITIAL_CREDITS + PACKS[pack].credits;
      return [
        ...(isReturnBooked[index] === true ? [] : [`${pack}: the return booked something else`]),
        ...(balance === expected ? [] : [`${pack}: the balance is ${balance} instead of ${expected}`]),
        ...(await findViolations(inspector, userId)),
      ];
    }),
  );
}
