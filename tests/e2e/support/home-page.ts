import type { Page } from '@playwright/test';

export const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';

/** The HTML has two prerendered home pages until a script removes one page. Before the style sheet hides that page, both are found. */
const WITH_ONE_HOME = ':root:not(:has(#visitor-home ~ #account-home)) *';

/**
 * The parts of the generator screen.
 * @param beforeSubmit runs before a generation starts; it may skip the test
 */
export function homePage(page: Page, beforeSubmit: () => void = () => undefined) {
  const main = page.getByRole('main');
  const preview = page.getByRole('region', { name: 'Preview' }).and(page.locator(WITH_ONE_HOME));
  const previous = page.getByRole('region', { name: 'Previous Thumbnails' });
  const prompt = page.getByPlaceholder(PLACEHOLDER);
  const generate = page.getByRole('button', { name: /^Generat(e|ing\.\.\.)$/ });
  return {
    prompt,
    generate,
    preview,
    /** The image in the preview. */
    image: preview.getByRole('img', { name: 'Generated thumbnail' }),
    download: preview.getByRole('button', { name: 'Download' }),
    /** The error of the last generation. */
    failure: preview.getByRole('alert'),
    negativePrompt: page.getByRole('textbox', { name: 'Negative prompt' }),
    examples: page.getByRole('list', { name: 'Example prompts' }).getByRole('button'),
    references: page.getByLabel('Upload reference images'),
    previous,
    /** Previous thumbnails, the oldest first. */
    tiles: previous.locator('[aria-pressed]'),
    warning: page.getByRole('dialog', { name: 'Warning!' }),
    buyMore: main.getByRole('link', { name: 'Buy More Credits' }),
    /** The balance in the header. */
    balance: (credits: number) =>
      page.getByRole('banner').getByText(`${credits} credit${credits === 1 ? '' : 's'}`, { exact: true }),
    /** Types a prompt and clicks Generate. */
    async submit(text: string) {
      beforeSubmit();
      await prompt.fill(text);
      await generate.click();
    },
  };
}

export type HomePage = ReturnType<typeof homePage>;
