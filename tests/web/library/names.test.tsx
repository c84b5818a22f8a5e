import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { names, openListed, summary } from '../support/library.tsx';

it('names the images of one prompt differently, unless they have their own names', async () => {
  const castle = { prompt: 'A castle on a hill at sunset' };
  await openListed(
    ...[summary('a', castle), summary('b', castle), summary('c', { ...castle, name: 'Mine' })],
    summary('d', castle),
  );

  const listed = [
    'A castle on a hill at sunset',
    'A castle on a hill at sunset (2)',
    'Mine',
    'A castle on a hill at sunset (3)',
  ];
  await waitFor(() => expect(names()).toEqual(listed.map((name) => `Select: ${name}`)));
  for (const name of listed) expect(screen.getByRole('link', { name })).toBeTruthy();
  // The page cuts only the first part, so that a long name keeps its end.
  const parts = [...document.querySelectorAll('.cut-name')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );
  expect(parts).toEqual([
    ['A castle on a hill at', ' sunset'],
    ['A castle on a hill at', ' sunset (2)'],
    ['Mine'],
    ['A castle on a hill at', ' sunset (3)'],
  ]);
});
