import { expect, type Page } from '@playwright/test';
import type { Design } from '#contract/design/design.ts';
import { createTextLayer } from '../../../web/src/features/finish/editor/new-layers.ts';
import { mockError, overrideResponse } from '../support/network.ts';
import { openTab } from './finish.ts';
import { describeStates, type State } from './state.ts';

const LAYER_ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b13';
const TRANSLATIONS = '/api/translations';

/** A headline in the states that a translation can have. */
const DESIGN: Design = {
  layers: [
    {
      ...createTextLayer(LAYER_ID),
      ...{ text: '24-HOUR\nCASTLE', x: 340, y: 200, width: 560, size: 150, align: 'left' },
      translations: {
        ar: { text: 'قلعة في\n24 ساعة' },
        de: {
          text: 'ICH BAUE EINE BURG IN NUR VIERUNDZWANZIG STUNDEN, UND ALLE NACHBARINNEN UND NACHBARN HELFEN DABEI MIT',
        },
        fr: { text: '24-HOUR\nCASTLE', review: 'outdated' },
        hi: { text: '24 घंटे\nका किला', review: 'suggested' },
        ja: { text: '24時間で\n城を建てた', review: 'outdated' },
      },
    },
  ],
  crop: 0.5,
};

/** The finish page of a design in six languages. The design stays in the browser. */
const IN_LANGUAGES = {
  path: '/thumbnails/:id',
  as: 'collector',
  part: 'window',
  async prepare(page: Page) {
    await page.route('**/api/thumbnails/*/design', (route) => route.fulfill({ json: { version: 2 } }));
    await page.route(/\/api\/thumbnails\/[^/?]+$/, (route) =>
      overrideResponse(route, { design: DESIGN, designVersion: 1 }),
    );
  },
  async ready({ page }) {
    await page.getByRole('radio', { name: /^Languages/ }).check({ force: true });
    await expect(page.getByRole('button', { name: /^Deutsch.*Letters too small/ })).toBeAttached();
    await show(page, 'Arabic');
  },
} as const satisfies Omit<State, 'name'>;

const show = (page: Page, language: string) =>
  page.getByRole('button', { name: `Show ${language}`, exact: true }).click();

/** The states of the languages on the finish page. */
export const FINISH_LANGUAGE_STATES = describeStates('finish-', IN_LANGUAGES, {
  languages: ({ page }) => expect(page.getByRole('textbox', { name: '24-HOUR CASTLE' })).toBeVisible(),
  'languages-original': async ({ page }) => {
    await show(page, 'the original');
    await expect(page.getByRole('textbox', { name: 'Words' })).toBeVisible();
  },
  'languages-review': async ({ page }) => {
    await show(page, 'Hindi');
    await expect(page.getByText('The text model suggests these words.')).toBeVisible();
  },
  'languages-add': async ({ page }) => {
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('combobox', { name: 'Name or code of the language' }).fill('he');
    await expect(page.getByRole('option', { name: /Hebrew/ })).toBeVisible();
  },
  'languages-failed': async ({ page }) => {
    await mockError(page, TRANSLATIONS, { error: 'Failed.', code: 'model_unavailable' });
    await page.getByRole('button', { name: 'Translate', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'languages-checks': async ({ page }) => {
    await openTab(page, 'Checks');
    await expect(page.getByText(/Deutsch/).first()).toBeVisible();
  },
});
