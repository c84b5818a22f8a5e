import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  HEADLINE,
  numberField,
  onImage,
  openEditor,
  openFinish,
  passPause,
  stubBrowser,
  typeNumber,
  withThumbnail,
} from '../support/finish-page.ts';
import { DesignServer } from '../support/design-server.ts';
import type { Brand } from '#contract/design/brand.ts';
import { json } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import {
  addLanguage,
  headlineField,
  lastTexts,
  listRows,
  openLanguages,
  show,
  translated,
  typeInto,
} from './support.ts';

beforeEach(() => {
  stubBrowser();
});

const GERMAN = { text: 'ICH BAUTE EINE BURG' };
const undo = () => press('Undo');
const shownName = () => screen.queryByText('Deutsch', { selector: '.language-chip bdi' })?.textContent;

describe('the list of languages', () => {
  it('says what each language is waiting for, and how many need a look', async () => {
    await openLanguages(
      translated({
        ar: { text: 'بنيت قلعة' },
        de: { text: HEADLINE.text, review: 'outdated' },
        hi: { text: 'मैंने किला बनाया', review: 'suggested' },
        ja: { text: '城を建てた', review: 'outdated' },
      }),
    );

    expect(listRows()).toEqual([
      'Originalyour words',
      'العربيةar, right to leftConfirmed',
      'DeutschdeNot translated',
      'हिन्दीhiSuggestionConfirm',
      '日本語jaOriginal changed',
    ]);
    expect(screen.getByRole('radio', { name: 'Languages, 2 need a look' })).toBeDefined();
  });

  it('adds a language with the keyboard, shows it, and says so', async () => {
    const calls = await openLanguages();
    await addLanguage('deut');

    expect(shownName()).toBe('Deutsch');
    expect(screen.getByRole('radio', { name: 'Languages, 1 needs a look' })).toBeDefined();
    expect(screen.getByText('German added. The thumbnail is shown in it.')).toBeDefined();
    expect(headlineField()).toMatchObject({ value: HEADLINE.text, lang: 'de', dir: 'ltr' });
    await passPause();
    await waitFor(() =>
      expect(lastTexts(calls)).toEqual([
        { ...HEADLINE, translations: { de: { text: HEADLINE.text, review: 'outdated' } } },
      ]),
    );
    undo();
    expect(listRows()).toEqual(['Originalyour words']);
    expect(shownName()).toBeUndefined();
  });

  it('adds no language after the twelfth, and none to a design without a text', async () => {
    const tags = ['ar', 'cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'he', 'hi', 'id', 'it'];
    await openLanguages(translated(Object.fromEntries(tags.map((tag) => [tag, { text: tag }]))));
    press('Language');

    expect(screen.getByText('A design has at most 12 languages. Delete one to add another.')).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
    show('the original');
    fireEvent.keyDown(onImage(HEADLINE.text), { key: 'Delete' });
    expect(
      screen.getByText('Add a text first: a language translates the texts of the design.'),
    ).toBeDefined();
  });

  it('deletes a language, keeps the focus, and brings it back with Undo', async () => {
    await openLanguages(translated({ de: GERMAN }));
    show('German');
    press('Delete German');

    expect(listRows()).toEqual(['Originalyour words']);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Languages' }));
    expect(screen.getByText('German deleted. Undo brings it back.')).toBeDefined();
    undo();
    expect(headlineField().value).toBe(GERMAN.text);
  });

  it('confirms the suggestions of a language, or one text', async () => {
    const calls = await openLanguages(
      translated({ de: { ...GERMAN, review: 'suggested' }, fr: { text: 'UN', review: 'outdated' } }),
    );
    press('Confirm German');
    show('French');
    press(`Confirm the words of ${HEADLINE.text}`);

    expect(listRows().slice(1)).toEqual(['DeutschdeConfirmed', 'FrançaisfrConfirmed']);
    await passPause();
    await waitFor(() =>
      expect(lastTexts(calls)).toEqual([{ ...HEADLINE, translations: { de: GERMAN, fr: { text: 'UN' } } }]),
    );
  });
});

describe('a design in a language', () => {
  it('keeps the words, the size and the place that are changed in it to this language', async () => {
    const calls = await openLanguages(
      translated({ de: { ...GERMAN, review: 'suggested' }, fr: { text: 'UN' } }),
    );
    show('German');
    typeInto(headlineField(), 'MEINE BURG');
    fireEvent.keyDown(onImage('MEINE BURG'), { key: 'ArrowRight', shiftKey: true });
    typeNumber('Size', 90);
    press('Font: Anton');
    fireEvent.click(screen.getByRole('radio', { name: 'Teko' }));
    await passPause();

    await waitFor(() =>
      expect(lastTexts(calls)).toEqual([
        {
          ...HEADLINE,
          font: 'teko',
          translations: { de: { text: 'MEINE BURG', x: HEADLINE.x + 10, size: 90 }, fr: { text: 'UN' } },
        },
      ]),
    );
    press('As the original');
    expect(numberField(/^Size/).value).toBe(String(HEADLINE.size));
    expect(screen.getByText('Fits the box of the original')).toBeDefined();
    show('the original');
    expect(onImage(HEADLINE.text)).toBeDefined();
    expect(headlineField('Words').value).toBe(HEADLINE.text);
  });

  it('marks its words when the original changes, in the same step of undo', async () => {
    await openLanguages(translated({ de: GERMAN }));
    typeInto(headlineField('Words'), 'NEW WORDS');
    expect(listRows()[1]).toBe('DeutschdeOriginal changed');

    undo();
    expect(listRows()[1]).toBe('DeutschdeConfirmed');
    expect(headlineField('Words').value).toBe(HEADLINE.text);
  });

  it('is shown when Undo or Redo changes its words', async () => {
    await openLanguages(translated({ de: GERMAN, fr: { text: 'UN' } }));
    show('German');
    typeInto(headlineField(), 'MEINE BURG');
    show('French');
    undo();

    expect(shownName()).toBe('Deutsch');
    expect(headlineField().value).toBe(GERMAN.text);
    expect(screen.getByText('Undone. The thumbnail is shown in German.')).toBeDefined();
    press('Back to the original');
    press('Redo');
    expect(headlineField().value).toBe('MEINE BURG');
  });

  it('edits its words after a double press on the image, and leaves them with Escape', async () => {
    await openLanguages(translated({ ar: { text: 'قلعة' } }));
    show('Arabic');
    fireEvent.doubleClick(onImage('قلعة'));

    expect(document.activeElement).toBe(headlineField());
    expect(headlineField()).toMatchObject({ lang: 'ar', dir: 'rtl' });
    fireEvent.keyDown(headlineField(), { key: 'Escape' });
    expect(document.activeElement).toBe(onImage('قلعة'));
  });

  it('is changed by the controls of the layers also', async () => {
    const calls = await openLanguages(translated({ de: GERMAN }));
    show('German');
    fireEvent.click(screen.getByRole('radio', { name: 'Layers' }));
    typeInto(screen.getByRole('textbox', { name: 'Words' }), 'MEINE BURG');
    press('Duplicate MEINE BURG');
    await passPause();

    await waitFor(() =>
      expect(lastTexts(calls)?.map(({ text, translations }) => [text, translations])).toEqual([
        [HEADLINE.text, { de: { text: 'MEINE BURG' } }],
        [HEADLINE.text, { de: { text: 'MEINE BURG' } }],
      ]),
    );
  });
});

it('remembers the language in this browser, and shows it again', async () => {
  const server = new DesignServer();
  server.design = translated({ de: GERMAN });
  await openLanguages(server.design, server.handlers);
  show('German');
  cleanup();
  await openFinish(server.handlers);

  expect(await screen.findByText('Deutsch', { selector: '.language-chip bdi' })).toBeDefined();
  expect(headlineField().value).toBe(GERMAN.text);
  expect(server.design).toEqual(translated({ de: GERMAN }));
});

it('shows the strip of languages instead of the layouts, also while only a language is shown', async () => {
  await openLanguages(translated({ de: GERMAN }));
  const strip = () => screen.queryByRole('list', { name: 'Thumbnail in each language' });
  fireEvent.click(screen.getByRole('radio', { name: 'Layers' }));
  expect(await screen.findByRole('button', { name: 'Text on the left' })).toBeDefined();
  expect(strip()).toBeNull();

  fireEvent.click(screen.getByRole('radio', { name: /^Languages/ }));
  show('German');
  fireEvent.click(screen.getByRole('radio', { name: 'Layers' }));
  const shown = within(screen.getByRole('list', { name: 'Thumbnail in each language' }));
  expect(shown.getByRole('button', { pressed: true }).textContent).toBe('Deutsch');
});

it('saves a layout without translations', async () => {
  const saved: unknown[] = [];
  await openEditor({
    ...withThumbnail({ design: translated({ de: GERMAN }) }),
    saveBrand: ({ body }) => {
      saved.push(body);
      return json({ ...(body as { brand: Brand; version: number }), version: 1 });
    },
  });
  press('Save this as layout');
  fireEvent.click(await screen.findByRole('button', { name: 'Save layout' }));

  await waitFor(() =>
    expect(saved).toMatchObject([{ brand: { layouts: [{ layers: [{ text: HEADLINE.text }] }] } }]),
  );
  expect(JSON.stringify(saved)).not.toContain('translations');
});
