import { expect, type Page, type Route } from '@playwright/test';
import type { ListThumbnailsResponse, ThumbnailSummary } from '../../../contract/schemas.ts';
import { holdRequests } from '../../e2e/support/network.ts';
import { toasts } from '../../e2e/support/page.ts';
import type { State } from './state.ts';

const LIST = /\/api\/thumbnails\?/;
const DAY_MS = 86_400_000;

type Act = NonNullable<State['act']>;

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
      id: `${thumbnail.id.slice(0, -1)}${daysAgo}`,
      createdAt: new Date(noon - daysAgo * DAY_MS - index * 1_000_000).toISOString(),
    })),
  );
  await route.fulfill({ response, json: { thumbnails: filled } });
}

/** The library with twelve thumbnails, then `act`. */
const filled = (name: string, act?: Act, more?: Partial<State>): State => ({
  name: `library-${name}`,
  path: '/thumbnails',
  as: 'collector',
  async act(scene) {
    const { page, open } = scene;
    await page.route(LIST, fillLibrary);
    await open();
    await expect(page.getByRole('checkbox')).toHaveCount(12);
    await act?.(scene);
  },
  ...more,
});

async function select(page: Page, ...positions: number[]): Promise<void> {
  // One after the other: each scrolls to its card.
  for (const position of positions) await page.getByRole('checkbox').nth(position).check({ force: true });
}

/** The page of all thumbnails. */
export const LIBRARY_STATES: readonly State[] = [
  filled('full', ({ page }) => page.getByText('That is all.').scrollIntoViewIfNeeded()),
  filled('hovered', ({ page }) => page.getByRole('listitem').nth(1).hover(), { part: 'window' }),
  {
    name: 'library-test-pack',
    path: '/thumbnails',
    as: 'collector',
    async act({ page, open }) {
      await open();
      await expect(page.getByRole('checkbox')).toHaveCount(4);
      await select(page, 0, 1, 2);
      await page.getByRole('button', { name: 'Test pack' }).click();
      await expect(page.getByRole('button', { name: 'Download test pack' })).toBeEnabled();
    },
    part: 'window',
  },
  filled('selected', ({ page }) => select(page, 0, 1, 2), { part: 'window' }),
  filled(
    'menu',
    async ({ page }) => {
      await page.getByRole('button', { name: 'More actions' }).nth(1).click();
      await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
    },
    { part: 'window' },
  ),
  filled(
    'deleting',
    async ({ page }) => {
      await select(page, 0, 1);
      await page.getByRole('button', { name: 'Delete the selected thumbnails' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    { part: 'window' },
  ),
  filled(
    'deleted',
    async ({ page }) => {
      await page.route('**/api/thumbnails/*', (route) => route.abort());
      await select(page, 0, 1);
      await page.getByRole('button', { name: 'Delete the selected thumbnails' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toasts(page)).toBeVisible();
    },
    { part: 'window' },
  ),
  {
    name: 'library-loading',
    path: '/thumbnails',
    as: 'collector',
    async act({ page, open }) {
      const held = await holdRequests(page, '**/api/thumbnails?*');
      await open();
      await held.arrived;
    },
  },
  {
    name: 'library-empty',
    path: '/thumbnails',
    as: 'newcomer',
    async act({ page, open }) {
      await open();
      await expect(page.getByRole('heading', { name: 'No thumbnails yet' })).toBeVisible();
    },
  },
  {
    name: 'library-unreachable',
    path: '/thumbnails',
    as: 'collector',
    async act({ page, open }) {
      await page.route(LIST, (route) => route.abort());
      await open();
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    },
  },
  filled('offline', ({ page }) => page.context().setOffline(true), { part: 'window' }),
];
