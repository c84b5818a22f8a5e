import type { Locator, Page } from '@playwright/test';

export const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';

/** The parts of the generator screen. */
export interface HomePage {
  prompt: Locator;
  generate: Locator;
  preview: Locator;
  /** The image in the preview. */
  image: Locator;
  download: Locator;
  /** The error of the last generation. */
  failure: Locator;
  negativePrompt: Locator;
  examples: Locator;
  references: Locator;
  previous: Locator;
  /** Previous thumbnails, the oldest first. */
  tiles: Locator;
  warning: Locator;
  buyMore: Locator;
  /** The balance in the header. */
  balance(credits: number): Locator;
  /** Types a prompt and clicks Generate. */
  submit(prompt: string): Promise<void>;
}

/** @param beforeSubmit runs before a generation starts; it may skip the test */
export function homePage(page: Page, beforeSubmit: () => void = () => undefined): HomePage {
  const main = page.getByRole('main');
  const preview = page.getByRole('region', { name: 'Preview' });
  const previous = page.getByRole('region', { name: 'Previous Thumbnails' });
  const prompt = page.getByPlaceholder(PLACEHOLDER);
  const generate = page.getByRole('button', { name: /^Generat(e|ing\.\.\.)$/ });
  return {
    prompt,
    generate,
    preview,
    image: preview.getByRole('img', { name: 'Generated thumbnail' }),
    download: preview.getByRole('button', { name: 'Download' }),
    failure: preview.getByRole('alert'),
    negativePrompt: page.getByRole('textbox', { name: 'Negative prompt' }),
    examples: page.getByRole('list', { name: 'Example prompts' }).getByRole('button'),
    references: page.getByLabel('Upload reference images'),
    previous,
    tiles: previous.getByRole('button'),
    warning: page.getByRole('dialog', { name: 'Warning!' }),
    buyMore: main.getByRole('link', { name: 'Buy More Credits' }),
    balance: (credits) =>
      page.getByRole('banner').getByText(`${credits} credit${credits === 1 ? '' : 's'}`, { exact: true }),
    async submit(text) {
      beforeSubmit();
      await prompt.fill(text);
      await generate.click();
    },
  };
}
