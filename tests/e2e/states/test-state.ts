import { openPage, signInAs } from '../support/page.ts';
import { test } from '../support/test.ts';
import type { State } from './state.ts';

interface Fixtures {
  /** Brings the page into a designed state. */
  openState: (state: State) => Promise<void>;
}

/** A test of designed states. */
export const testState = test.extend<Fixtures>({
  // The states provoke errors. The tests of each feature check the console.
  // Playwright reads the fixture's dependencies from this pattern. This fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  guard: async ({}, use) => use({ allow: () => undefined, report: () => [] }),
  openState: async ({ page, context, home, users }, use, testInfo) => {
    testInfo.skip(users === undefined, 'Needs accounts in many states, which only the embedded cloud makes.');
    await use(async ({ path, as, prepare, ready, act }) => {
      const user = as === 'visitor' ? undefined : users?.[as];
      if (user) await signInAs(page, user);
      await prepare?.(page);
      await openPage(page, path.replace(':id', user?.thumbnailIds.at(-1) ?? ''));
      await ready?.({ page, home, user });
      await act?.({ page, home, user });
    });
    // Cancels the requests that the state holds: continued, they would spend a credit or open a checkout.
    await context.setOffline(false);
    await page.goto('about:blank');
  },
});
