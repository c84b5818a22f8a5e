import type { Locator, Page } from '@playwright/test';

export const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';
export const GENERATED = 'Generated thumbnail';

/** The parts of the generator screen, found as a person finds them. */
export interface Home {
  prompt: Locator;
  generate: Locator;
  preview: Locator;
  /** The picture on the preview. */
  picture: Locator;
  download: Locator;
  negativePrompt: Locator;
  examples: Locator;
  references: Locator;
  previous: Locator;
  /** Previous thumbnails, the oldest first. */
  tiles: Locator;
  warning: Locator;
  buyMore: Locator;
  /** The balance in the header. */
  credits(text: string): Locator;
  /** Types a prompt and presses Generate. */
  ask(prompt: string): Promise<void>;
}

export function homeOf(page: Page): Home {
  const main = page.getByRole('main');
  const preview = page.getByRole('region', { name: 'Preview' });
  const previous = page.getByRole('region', { name: 'Previous Thumbnails' });
  const prompt = page.getByPlaceholder(PLACEHOLDER);
  const generate = page.getByRole('button', { name: /^Generat(e|ing\.\.\.)$/ });
  return {
    prompt,
    generate,
    preview,
    picture: preview.getByRole('img', { name: GENERATED }),
    download: preview.getByRole('button', { name: 'Download' }),
    negativePrompt: page.getByRole('textbox', { name: 'Negative prompt' }),
    examples: page.getByRole('list', { name: 'Example prompts' }).getByRole('button'),
    references: page.getByLabel('Upload reference images'),
    previous,
    tiles: previous.getByRole('button'),
    warning: page.getByRole('dialog', { name: 'Warning!' }),
    buyMore: main.getByRole('link', { name: 'Buy More Credits' }),
    credits: (text) => page.getByRole('banner').getByText(text, { exact: true }),
    async ask(words) {
      await prompt.fill(words);
      await generate.click();
    },
  };
}
