// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import { press } from '../support/site.tsx';

vi.mock('../../../web/src/features/generator/components/concepts/script-sheet.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);

it('The sheet for a script says that its code could not be loaded', async () => {
  home.openHome();
  await screen.findByDisplayValue('Stable Image Core (1 credit)');
  press('Start from a script');

  expect(
    await screen.findByText('Part of this page could not be shown. Check your connection and load it again.'),
  ).toBeTruthy();
});
