import { test as base, expect } from '@playwright/test';
import { inspectCloud, type CloudInspector } from '../../support/cloud-inspector.ts';
import { createCreator, type Creator } from './creator.ts';
import { connectDevTools, type DevTools } from './dev-tools.ts';
import { homePage, type HomePage } from './home-page.ts';
import { openPage } from './page.ts';
import { guardPages, type PageGuard } from './page-guard.ts';

interface Fixtures {
  /** Fails the test when a page did what no page may do. */
  guard: PageGuard;
  /** The parts of the generator screen. */
  home: HomePage;
  /** The tables and images behind the site. */
  inspector: CloudInspector;
  /** A new confirmed user with the welcome credits. */
  creator: Creator;
  /** Opens a page as a visitor or as a signed-in creator. */
  visit: (path: string, as?: Creator) => Promise<void>;
}

interface WorkerFixtures {
  devTools: DevTools;
  /** A user with a full history and two credits. Tests share the account and must not change it. */
  collector: Creator & { thumbnailIds: string[] };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  devTools: [
    // Playwright reads the fixture's dependencies from this pattern; there are none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      await use(await connectDevTools(project.use.baseURL ?? ''));
    },
    { scope: 'worker' },
  ],
  collector: [
    async ({ devTools }, use) => {
      const creator = await createCreator(devTools);
      await devTools.setBalance(creator.userId, 7);
      const thumbnailIds = await creator.generate('The oldest', 'A castle', 'A city', 'A forest', 'A robot');
      await use({ ...creator, thumbnailIds });
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ devTools, context }, use) => {
      const guard = await guardPages(devTools, context);
      await use(guard);
      expect(guard.report()).toEqual([]);
    },
    { auto: true },
  ],
  home: async ({ page }, use) => use(homePage(page)),
  inspector: async ({ devTools }, use) => use(inspectCloud(devTools)),
  creator: async ({ devTools }, use) => use(await createCreator(devTools)),
  visit: async ({ context, page }, use) =>
    use(async (path, as) => {
      if (as) await context.setStorageState(as.storageState);
      await openPage(page, path);
    }),
});

export { expect };
