import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, it, vi } from 'vitest';
import { LazyPart } from '../../../web/src/ui/lazy-part.tsx';
import Toaster from '../../../web/src/ui/toaster.tsx';

it('only the part is missing whose code is lost, and the user can load the page again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  // The page does not report an error without a stack.
  const Lost = lazy(() => Promise.reject(Object.assign(new Error('lost'), { stack: '' })));
  render(
    <>
      <h1>The page</h1>
      <LazyPart>
        <Lost />
      </LazyPart>
      <Toaster />
    </>,
  );

  expect(
    await screen.findByText('Part of this page could not be shown. Check your connection and load it again.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
});
