import { test as base, expect } from '@playwright/test';
import { inspectCloud, type CloudInspector } from '../../support/cloud-inspector.ts';
import { homeOf, type Home } from './home.ts';
import { newCreator, type Creator } from './creator.ts';
import { purseOf, type Purse } from './purse.ts';
import { openPage } from './screens.ts';
import { watchFor, type Watch } from './watch.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

interface Fixtures {
  /** Fails the test when a page did what no page may do. */
  watch: Watch;
  /** The parts of the generator screen. */
  home: Home;
  /** The tables behind the site. */
  audit: CloudInspector;
  purse: Purse;
  /** A new user, confirmed. */
  creator: Creator;
  /** Opens a page of the site: as a visitor, or as somebody who has signed in. */
  visit: (path: string, as?: Creator) => Promise<void>;
}

interface WorkerFixtures {
  workshop: Workshop;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  workshop: [
    // The runner reads from this pattern which fixtures are asked for: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      await use(await openWorkshop(project.use.baseURL ?? ''));
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ workshop, context }, use) => {
      const watch = await watchFor(workshop, context);
      await use(watch);
      expect(watch.verdict()).toEqual([]);
    },
    { auto: true },
  ],
  home: async ({ page }, use) => use(homeOf(page)),
  audit: async ({ workshop }, use) => use(inspectCloud(workshop)),
  purse: async ({ workshop }, use) => use(purseOf(workshop)),
  creator: async ({ workshop }, use) => use(await newCreator(workshop)),
  visit: async ({ context, page }, use) =>
    use(async (path, as) => {
      if (as) await context.setStorageState(as.signedIn);
      await openPage(page, path);
    }),
});

export { expect };
