import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, it, vi } from 'vitest';
import { LazyPart } from '../../../web/src/ui/lazy-part.tsx';
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
