import { expect } from '@playwright/test';
import { mockResponse } from '../../e2e/support/network.ts';
import { finishState } from './finish-panels.ts';
import type { State } from './state.ts';

const ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11';
const READ = `/api/thumbnails/${ID}`;

/** A thumbnail that cannot be edited. */
const notice = (name: string, shown: string, status: object): State => ({
  name: `finish-${name}`,
  path: `/thumbnails/${ID}`,
  as: 'regular',
  async act({ page, open }) {
    await mockResponse(page, READ, { id: ID, prompt: 'A castle', ...status });
    await open();
    await expect(page.getByText(shown)).toBeVisible();
  },
});

/** The editor of the finish page, and what it shows instead. */
export const FINISH_STATES: readonly State[] = [
  finishState('text', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Words' }).fill('I BUILT\nA CASTLE');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }),
  notice('pending', 'This thumbnail is still being generated.', { status: 'pending' }),
  notice('failed', 'The image model declined this prompt', {
    status: 'failed',
    code: 'content_filtered',
    charge: 'refunded',
  }),
  {
    name: 'finish-not-found',
    path: `/thumbnails/${ID}`,
    as: 'regular',
    async act({ page, open }) {
      await open();
      await expect(page.getByText('There is no such thumbnail')).toBeVisible();
    },
  },
];
