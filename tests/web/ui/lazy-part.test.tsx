import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, it, vi } from 'vitest';
import { LazyPart, reportFailure } from '../../../web/src/ui/lazy-part.tsx';
import Toaster from '../../../web/src/ui/toaster.tsx';

it.each([
  [
    'whose code is lost',
    'Failed to fetch dynamically imported module: /x.js',
    'Check your connection and load it again.',
  ],
  ['that has an error', 'x is undefined', 'It has an error. Load it again.'],
])('only the part is missing %s, and the user can load the page again', async (_, message, advice) => {
  vi.spyOn(console, 'error').mockReturnValue();
  // The page does not report the errors of extensions.
  const Lost = lazy(() => Promise.reject(Object.assign(new Error(message), { stack: 'extension://' })));
  render(
    <>
      <h1>The page</h1>
      <LazyPart>
        <Lost />
      </LazyPart>
      <Toaster />
    </>,
  );

  expect(await screen.findByText(`Part of this page could not be shown. ${advice}`)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
});

it('a failure offers to load the page again only if code is lost, which Firefox does not request twice', async () => {
  render(<Toaster />);
  reportFailure(new Error('The disk is full.'), 'Failed to export. Please try again.');
  expect(await screen.findByText('Failed to export. Please try again.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull();
  const cause = new TypeError('error loading dynamically imported module: /x.js');
  reportFailure(
    new Error('The font Anton could not be loaded.', { cause }),
    'Failed to save. Please try again.',
  );

  expect(await screen.findByRole('button', { name: 'Load again' })).toBeTruthy();
  expect(screen.queryByText('Failed to save. Please try again.')).toBeNull();
});
