import { test as base, expect } from '@playwright/test';
import { inspectCloud, type CloudInspector } from '../../support/cloud-inspector.ts';
import { createCreator, type Creator } from './creator.ts';
import type { DevTools } from './dev-tools.ts';
import { homePage, type HomePage } from './home-page.ts';
import { keepMessages, openPage, signInAs } from './page.ts';
import { guardPages, type PageGuard } from './page-guard.ts';
import { createUsers, type Users } from './sample-users.ts';
import { connectSite, type Site } from './site.ts';
import { translatePages } from './translate.ts';

interface Fixtures {
  /** True if the short messages stay on top of the page. */
  keepsMessages: boolean;
  /** True if the browser translates the pages. Tests of layouts, of the first paint and of screenshots turn the translation off. */
  translates: boolean;
  /** True if the test leaves something in its context that Playwright does not reset, e.g. its clock, so no other test may use it. */
  ownContext: boolean;
  /** Fails the test if a page caused an error or another forbidden event. */
  guard: PageGuard;
  /** The parts of the generator screen. */
  home: HomePage;
  /** The tables and images behind the site. */
  inspector: CloudInspector;
  /** The developer pages. Skips the test on a deployed site. */
  devTools: DevTools;
  /** A user with a full history and two credits. Tests share the account and must not change it. */
  collector: Collector;
  /** A new confirmed user with the welcome credits. */
  creator: Creator;
  /** Opens a page as a visitor or as a signed-in creator. */
  visit: (path: string, as?: Creator) => Promise<void>;
}

interface WorkerFixtures {
  site: Site;
  /** Undefined on a deployed site. */
  localCollector: Collector | undefined;
  /** The users of the designed states. Undefined on a deployed site. */
  users: Users | undefined;
  /** Ends a worker whose browser does not end. */
  deadline: undefined;
}

type Collector = Creator & { thumbnailIds: string[] };

const NEEDS_DEV_TOOLS = 'Needs the mailbox, the stand-ins or the tables of the embedded cloud.';
const NEEDS_USER = 'Needs a user: add --stage NAME, with AWS credentials.';
const COSTS_MONEY = 'Generates images, which cost money on a deployed site. npm run smoke generates one.';

/** The time after which a browser is killed that still lives after the last test of its worker, in ms. Chromium did so once. */
const CLOSING_MS = 60_000;

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // Playwright reads the fixture's dependencies from this pattern. This fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      await use(await connectSite(project.use.baseURL ?? ''));
    },
    { scope: 'worker' },
  ],
  localCollector: [
    async ({ site: { devTools } }, use) => {
      await use(devTools && (await createCollector(devTools)));
    },
    { scope: 'worker' },
  ],
  // Not in `testState`: Playwright starts another worker, with another browser, where the fixtures of workers differ.
  users: [
    async ({ site: { devTools } }, use) => use(devTools && (await createUsers(devTools))),
    { scope: 'worker' },
  ],
  // Playwright would wait twice the time limit of a test. It kills the browser when the process of the worker ends.
  deadline: [
    async ({ browser: _browser }, use) => {
      await use(undefined);
      setTimeout(() => process.exit(), CLOSING_MS).unref();
    },
    { scope: 'worker', auto: true },
  ],
  devTools: async ({ site: { devTools } }, use, testInfo) => {
    testInfo.skip(devTools === undefined, NEEDS_DEV_TOOLS);
    if (devTools !== undefined) await use(devTools);
  },
  collector: async ({ localCollector }, use, testInfo) => {
    testInfo.skip(localCollector === undefined, NEEDS_DEV_TOOLS);
    if (localCollector !== undefined) await use(localCollector);
  },
  keepsMessages: [true, { option: true }],
  translates: [true, { option: true }],
  ownContext: [false, { option: true }],
  context: async ({ browser, context: shared, ownContext, keepsMessages, translates }, use) => {
    // With `reuseContext: false`, Playwright would start another worker, with another browser.
    const context = ownContext ? await browser.newContext() : shared;
    if (keepsMessages) await keepMessages(context);
    if (translates) await translatePages(context);
    await use(context);
    // Playwright removes the mocks before it leaves the pages: a page that then sends a request would reach the cloud.
    await Promise.all(context.pages().map((page) => page.goto('about:blank')));
    if (ownContext) await context.close();
  },
  guard: [
    async ({ site, context }, use) => {
      const guard = await guardPages(site, context);
      await use(guard);
      expect(guard.report()).toEqual([]);
    },
    { auto: true },
  ],
  home: async ({ page, site }, use, testInfo) =>
    use(homePage(page, () => testInfo.skip(site.devTools === undefined, COSTS_MONEY))),
  inspector: async ({ devTools }, use) => use(inspectCloud({ ...devTools, region: devTools.config.region })),
  creator: async ({ site }, use, testInfo) => {
    const stage = process.env['E2E_STAGE'];
    testInfo.skip(site.devTools === undefined && stage === undefined, NEEDS_USER);
    if (site.devTools !== undefined) await use(await createCreator(site.devTools));
    else if (stage !== undefined) {
      // The commands load the SDK and the CDK, which the other tests do not need.
      const { createDeployedCreator } = await import('./deployed-creator.ts');
      const refuse = () => testInfo.skip(site.devTools === undefined, COSTS_MONEY);
      const { creator, remove } = await createDeployedCreator(site, stage, refuse);
      await use(creator);
      await remove();
    }
  },
  visit: async ({ page }, use) =>
    use(async (path, as) => {
      if (as) await signInAs(page, as);
      await openPage(page, path);
    }),
});

async function createCollector(devTools: DevTools): Promise<Collector> {
  const creator = await createCreator(devTools);
  await devTools.setBalance(creator.userId, 7);
  const thumbnailIds = await creator.generate('The oldest', 'A castle', 'A city', 'A forest', 'A robot');
  return { ...creator, thumbnailIds };
}

export { expect };
