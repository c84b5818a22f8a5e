import type { Page } from '@playwright/test';
import { PATHS } from '../../web/src/lib/paths.ts';
import { STATES } from './states/states.ts';
import { testState } from './states/test-state.ts';
import { expectDrawnStates } from './support/drawn-states.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

test.use({ translates: false });

/** The states with the most controls. `AXE=all` checks every designed state, which takes four minutes. */
const SELECTED = [
  'home-visitor',
  'home-waiting',
  'home-suggestion',
  'home-error',
  'home-warning',
  'versions-failed',
  'versions-failed-beside',
  'set-test-pack',
  'set-layout-for-all',
  'home-download',
  'home-series',
  'home-series-generating',
  'home-dropped-picture',
  'library-selected',
  'library-menu',
  'library-filters',
  'reference-video',
  'reference-purpose-menu',
  'reference-consent',
  'finish-add-menu',
  'finish-checks-failed',
  'finish-languages',
  'account',
  'account-menu',
  'account-deleting',
  'auth-error',
  'auth-wanted',
  'buy-credits-purchases',
  'developers-elite',
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

for (const state of STATES.filter(({ name }) => isSelected(name))) {
  testState(
    `axe finds no violation in ${state.name}, with the colours of the design and with forced colours, and the states of its controls are drawn`,
    async ({ page, openState }) => {
      await openState(state);
      await expectAccessible(page);
      await expectDrawnStates(page);
      await page.emulateMedia({ forcedColors: 'active' });
      // The system chooses these colours; axe compares the text colour of the style sheet with them.
      await expectAccessible(page, ['color-contrast']);
    },
  );
}

/** Collects what a screen reader announces: the texts of the live regions, in order. */
const COLLECT_ANNOUNCEMENTS = `{
  window.announcements = [];
  const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const texts = new WeakMap();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(regions)) {
      const text = region.textContent.trim();
      if (texts.get(region) === text || region.closest('[inert], [aria-hidden=true]')) continue;
      texts.set(region, text);
      if (text !== '') window.announcements.push(text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;

/** Returns the announcements since the last call of `clearAnnouncements`. A test can poll it until the list is complete. */
const announcements = (page: Page) => page.evaluate<string[]>(`window.announcements`);
const clearAnnouncements = (page: Page) => page.evaluate(`window.announcements.splice(0)`);

test('A creator who only hears the page makes a thumbnail from an idea, and finds it again', async ({
  page,
  visit,
  creator,
}) => {
  await page.addInitScript(COLLECT_ANNOUNCEMENTS);
  await visit('/', creator);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Thumbforge":
        - /url: /
      - navigation "Main":
        - link "Create":
          - /url: /
        - link "Thumbnails":
          - /url: /thumbnails
      - strong: "${WELCOME}"
      - text: credits
      - link "Buy Credits"
      - button "${creator.email}"
      - button "Sign Out"
  `);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('textbox', { name: 'Thumbnail idea' }).fill('A castle at dusk');
  await clearAnnouncements(page);
  await page.getByRole('button', { name: 'Generate', description: '1 credit' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Generated thumbnail' })).toBeVisible();
  await expect.poll(() => announcements(page)).toEqual(['Generating', 'Done']);
  await clearAnnouncements(page);

  await page.getByRole('link', { name: 'Thumbnails', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All thumbnails' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'A castle at dusk' })).toBeVisible();
  await expect.poll(() => announcements(page)).toEqual(['1 thumbnail']);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "All thumbnails" [level=1]
      - status: 1 thumbnail
      - link "New thumbnail"
      - region "Today":
        - heading "Today" [level=2]
        - list:
          - listitem:
            - link "A castle at dusk"
            - 'checkbox "Select: A castle at dusk"'
  `);
});
