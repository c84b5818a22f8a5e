import { randomUUID } from 'node:crypto';
import { PATHS } from '../../web/src/lib/paths.ts';
import { STATES } from '../shots/states/states.ts';
import { createUsers, type Users } from '../shots/users.ts';
import { expectAccessible, openPage, signInAs } from './support/page.ts';
import { expect, test } from './support/test.ts';

const testState = test.extend<object, { users: Users | undefined }>({
  users: [
    async ({ site: { devTools } }, use) => use(devTools && (await createUsers(devTools, `${randomUUID()}-`))),
    { scope: 'worker' },
  ],
  // The states provoke errors. The tests of each feature check the console.
  // Playwright reads the fixture's dependencies from this pattern; there are none.
  // oxlint-disable-next-line no-empty-pattern
  guard: async ({}, use) => use({ allow: () => undefined, report: () => [] }),
});

/** The states with the most controls. `AXE=all` checks every designed state, which takes four minutes. */
const SELECTED = [
  'home-visitor',
  'home-done',
  'home-waiting',
  'home-suggestion',
  'home-error',
  'home-warning',
  'versions-failed',
  'library-selected',
  'library-menu',
  'reference-video',
  'reference-purpose-menu',
  'reference-consent',
  'finish-text',
  'account-menu',
  'account-deleting',
  'auth-sign-up',
  'auth-error',
  'buy-credits-purchases',
  'not-found',
];
test('Every page has a designed state, which the screenshots and axe cover', () => {
  const paths = STATES.map(({ path }) => new URL(path, 'http://localhost').pathname);
  const hasState = (page: string) => {
    const pattern = new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`);
    return paths.some((path) => pattern.test(path));
  };

  expect(Object.values(PATHS).filter((page) => !hasState(page))).toEqual([]);
});

const isSelected = (name: string) => process.env['AXE'] === 'all' || SELECTED.includes(name);

for (const { name, path, as, act } of STATES.filter((state) => isSelected(state.name))) {
  testState(
    `axe finds no violation in ${name}, with the colours of the design and with forced colours`,
    async ({ page, context, home, users }) => {
      test.skip(users === undefined, 'Needs accounts in many states, which only the embedded cloud makes.');
      if (as && users) await signInAs(page, users[as]);
      const open = () => openPage(page, path);
      await (act ? act({ page, home, open }) : open());
      await expectAccessible(page);
      await page.emulateMedia({ forcedColors: 'active' });
      // The system chooses these colours; axe compares the text colour of the style sheet with them.
      await expectAccessible(page, ['color-contrast']);
      // Cancels the requests that the state holds: continued, they would spend a credit or open a checkout.
      await context.setOffline(false);
      await page.goto('about:blank');
    },
  );
}
