import { expect, it } from 'vitest';
import { LANGUAGE_TAG } from '#contract/design/design-limits.ts';
import {
  describeCode,
  describeLanguage,
  searchLanguages,
} from '../../../../web/src/features/finish/translations/language-names.ts';

const find = (text: string) => searchLanguages(text, []).map(({ tag }) => tag);

it('offers languages that the server accepts, in their canonical form and with an English name', () => {
  const tags = find('');

  expect(tags.filter((tag) => !LANGUAGE_TAG.test(tag))).toEqual([]);
  expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
  expect(tags.filter((tag) => describeLanguage(tag).english === tag)).toEqual([]);
  expect(tags.length).toBeGreaterThan(80);
});

it.each([
  ['de', 'de'],
  ['GERMAN', 'de'],
  ['deut', 'de'],
  ['espanol', 'es'],
  ['العربية', 'ar'],
  ['日本', 'ja'],
  ['brazil', 'pt-BR'],
])('finds a language by its names or its code: %s', (text, tag) => {
  expect(find(text)[0]).toBe(tag);
});

it('finds no language in the middle of a word, and no language that the design has', () => {
  expect(find('erman')).toEqual([]);
  expect(searchLanguages('German', ['de'])).toEqual([]);
});

it('says which languages are written from right to left', () => {
  expect(['ar', 'he', 'ur', 'de', 'hi'].map((tag) => describeCode(describeLanguage(tag)))).toEqual([
    'ar, right to left',
    'he, right to left',
    'ur, right to left',
    'de',
    'hi',
  ]);
});
