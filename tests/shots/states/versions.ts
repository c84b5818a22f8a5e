import { expect, type Page, type Route } from '@playwright/test';
import { GENERATE, mockResponse } from '../../e2e/support/network.ts';
import { toasts } from '../../e2e/support/page.ts';
import type { State } from './state.ts';

type Act = NonNullable<State['act']>;

/** Three versions on the home page. `regular` has three thumbnails, so that two of them are replaced. */
const versions = (name: string, act: Act, more?: Partial<State>): State => ({
  name: `versions-${name}`,
  path: '/',
  as: 'regular',
  async act(scene) {
    const { page, home, open } = scene;
    await open();
    await expect(home.image).toBeVisible();
    await home.prompt.fill('Castle build at sunset');
    await page.getByRole('radio', { name: 'Three images' }).check();
    await home.generate.click();
    await act(scene);
  },
  ...more,
});

/** Responds to the first versions as if they were the user's thumbnails, and to the last one as given. */
async function mockVersions(page: Page, last: (route: Route) => Promise<unknown>): Promise<void> {
  const images = await page.getByRole('region', { name: 'Previous Thumbnails' }).getByRole('img').all();
  const sources = await Promise.all(images.map((image) => image.getAttribute('src')));
  let count = 0;
  await page.route(`**${GENERATE}`, (route) => {
    count += 1;
    return count === 3
      ? last(route)
      : route.fulfill({ json: { imageURL: sources[count - 1], generationId: `version-${count}` } });
  });
}

const confirm: Act = ({ home }) => home.warning.getByRole('button', { name: 'Continue' }).click();

export const VERSION_STATES: readonly State[] = [
  versions('warning', ({ home }) => expect(home.warning).toBeVisible(), { part: 'window' }),
  versions('running', async (scene) => {
    await mockVersions(scene.page, () => new Promise(() => undefined));
    await confirm(scene);
    await expect(scene.page.getByText('2 of 3 are ready')).toBeVisible();
  }),
  versions('waiting', async (scene) => {
    const line = { prompt: 'A castle', model: 'core', ahead: 3, estimatedSeconds: 38 };
    await mockVersions(scene.page, (route) =>
      route.fulfill({ status: 202, json: { ...line, generationId: 'version-3', status: 'waiting' } }),
    );
    await confirm(scene);
    await expect(scene.page.getByText('Version 3 waits in line')).toBeVisible();
  }),
  versions('failed', async (scene) => {
    const error = { code: 'model_unavailable', charge: 'refunded' };
    await mockVersions(scene.page, (route) =>
      route.fulfill({ status: 503, json: { ...error, requestId: 'test' } }),
    );
    await confirm(scene);
    await expect(scene.page.getByText('Version 3 failed')).toBeVisible();
  }),
  versions('too-few-credits', ({ page }) => expect(toasts(page)).toBeVisible(), {
    part: 'window',
    async act({ page, open, home }) {
      await mockResponse(page, '/api/credits', { credits: 2 });
      await open();
      await expect(home.image).toBeVisible();
      await home.prompt.fill('Castle build at sunset');
      await page.getByRole('radio', { name: 'Three images' }).check();
      await home.generate.click();
      await expect(toasts(page)).toBeVisible();
    },
  }),
];
