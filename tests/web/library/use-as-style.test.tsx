import { expect, it } from 'vitest';
import { sameReference, storedSeries } from '../../../web/src/lib/series.ts';
import { promptInput } from '../support/home.ts';
import { openListed, pressOnCard, summary, waitForCards } from '../support/library.tsx';
import { ADA } from '../support/site.tsx';
import { screen } from '@testing-library/react';

it('gives the style of a thumbnail to the next one, and keeps the words in the field', async () => {
  localStorage.setItem('currentPrompt', 'A robot');
  localStorage.setItem('currentPromptOwner', ADA.id);
  await openListed(summary('a'));
  await waitForCards('a');
  pressOnCard('a', 'Use as style');

  expect(await screen.findByRole('group', { name: 'Series' })).toBeTruthy();
  expect(promptInput().value).toBe('A robot');
  const series = storedSeries.load(ADA.id);
  expect(series).toEqual({ ...sameReference(ADA.id, 'a', 'style'), begunAt: series?.begunAt });
});
