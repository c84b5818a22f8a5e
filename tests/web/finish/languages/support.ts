import { fireEvent, screen, within } from '@testing-library/react';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { DESIGN, HEADLINE, openEditor, savedDesigns, withThumbnail } from '../support/finish-page.ts';
import { press } from '../../support/site.tsx';
import type { SiteHandlers } from '../../support/site.tsx';

export type Translations = NonNullable<TextLayer['translations']>;

/** The design of the tests with translations of its headline. */
export const translated = (translations: Translations, changes: Partial<TextLayer> = {}): Design => ({
  ...DESIGN,
  layers: [{ ...HEADLINE, ...changes, translations }],
});

/** Opens the languages of a design. */
export async function openLanguages(design: Design = DESIGN, handlers: SiteHandlers = {}) {
  const calls = await openEditor({ ...withThumbnail({ design }), ...handlers });
  fireEvent.click(await screen.findByRole('radio', { name: /^Languages/ }));
  await screen.findByRole('list', { name: 'Languages' });
  await screen.findByRole('list', { name: 'Thumbnail in each language' });
  return calls;
}

/** The rows of the list, as the creator reads them. */
export const listRows = () =>
  within(screen.getByRole('list', { name: 'Languages' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

export const show = (language: string) => press(new RegExp(`^Show ${language}(,|$)`));

/** The field with the words of the headline in the language that is shown. */
export const headlineField = (name = HEADLINE.text) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name });
export const typeInto = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

export async function addLanguage(text: string) {
  press('Language');
  const field = await screen.findByRole('combobox', { name: 'Name or code of the language' });
  typeInto(field, text);
  fireEvent.keyDown(field, { key: 'Enter' });
}

/** The texts of the last design that was saved. */
export const lastTexts = (calls: Parameters<typeof savedDesigns>[0]) =>
  savedDesigns(calls).at(-1)?.design.layers as TextLayer[] | undefined;
