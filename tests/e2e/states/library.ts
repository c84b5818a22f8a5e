import { expect, type Page, type Route } from '@playwright/test';
import type { ListThumbnailsResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { holdRequests } from '../support/network.ts';
import { toasts } from '../support/page.ts';
import { describeStates, type State } from './state.ts';

const LIST = /\/api\/thumbnails\?/;
const DAY_MS = 86_400_000;
const PAGE = { path: '/thumbnails', as: 'collector' } as const satisfies Partial<State>;

/** Repeats a user's thumbnails over some days, with the origins that a card can name. */
async function fillLibrary(route: Route): Promise<void> {
  const response = await route.fetch();
  const { thumbnails } = (await response.json()) as ListThumbnailsResponse;
  const noon = new Date().setHours(12, 0, 0, 0);
  const origins: Partial<ThumbnailSummary>[] = [
    { isFinished: true },
    { reference: { kind: 'video', videoId: 'dQw4w9WgXcQ' } },
    {},
    { reference: { kind: 'image', use: 'layout' } },
  ];
  const filled = [0, 1, 8].flatMap((daysAgo) =>
    thumbnails.map((thumbnail, index) => ({
      ...thumbnail,
      ...origins[index],
      // No id belongs to a stored thumbnail, because a state that the page leaves may still delete its selected thumbnails.
      id: thumbnail.id.replace(/^.{8}/, `0000000${daysAgo}`),
      createdAt: new Date(noon - daysAgo * DAY_MS - index * 1_000_000).toISOString(),
    })),
  );
  await route.fulfill({ response, json: { thumbnails: filled } });
}

async function select(page: Page, ...positions: number[]): Promise<void> {
  // The actions run one after another, because each action scrolls to its card.
  for (const position of positions) await page.getByRole('checkbox').nth(position).check({ force: true });
}

const deleteSelected = async (page: Page) => {
  await select(page, 0, 1);
  await page.getByRole('button', { name: 'Delete the selected thumbnails' }).click();
};

/** The page of all thumbnails, with twelve of them. */
const FILLED_STATES = describeStates(
  'library-',
  {
    ...PAGE,
    prepare: (page) => page.route(LIST, fillLibrary),
    ready: ({ page }) => expect(page.getByRole('checkbox')).toHaveCount(12),
  },
  {
    full: ({ page }) => page.getByRole('listitem').last().scrollIntoViewIfNeeded(),
    hovered: { part: 'window', act: ({ page }) => page.getByRole('listitem').nth(1).hover() },
    selected: { part: 'window', act: ({ page }) => select(page, 0, 1, 2) },
    filters: async ({ page }) => {
      const toggle = page.getByRole('button', { name: 'Filters', exact: true });
      if (await toggle.isVisible()) await toggle.click();
      await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest first');
      const finished = page.getByRole('button', { name: 'Finished', exact: true });
      await finished.click();
      await expect(finished).toHaveAttribute('aria-pressed', 'true');
    },
    menu: async ({ page }) => {
      await page.getByRole('button', { name: 'More actions' }).nth(1).click();
      await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
    },
    deleted: async ({ page }) => {
      await page.route('**/api/thumbnails/*', (route) => route.abort());
      await deleteSelected(page);
      await expect(toasts(page)).toBeVisible();
    },
    offline: { part: 'window', act: ({ page }) => page.context().setOffline(true) },
  },
);

export const LIBRARY_STATES = [
  ...FILLED_STATES,
  ...describeStates('library-', PAGE, {
    'test-pack': async ({ page }) => {
      await select(page, 0, 1, 2);
      await page.getByRole('button', { name: 'Test pack' }).click();
      await expect(page.getByRole('button', { name: 'Download test pack' })).toBeEnabled();
    },
    loading: {
      prepare: (page) => holdRequests(page, '/api/thumbnails?*'),
      act: ({ page }) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    },
    empty: {
      as: 'newcomer',
      act: ({ page }) => expect(page.getByRole('heading', { name: 'No thumbnails yet' })).toBeVisible(),
    },
    unreachable: {
      prepare: (page) => page.route(LIST, (route) => route.abort()),
      act: ({ page }) => expect(page.getByRole('button', { name: 'Retry' })).toBeVisible(),
    },
  }),
];
