// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import { postCalls } from '../support/site.tsx';

vi.mock('../../../web/src/features/generator/model/read-prompt.ts', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);

it('A prompt whose link cannot be read is not sent', async () => {
  const calls = home.openHome();
  await screen.findByText('Fast');
  home.typePrompt('https://youtu.be/aaaaaaaaaaa a castle');
  home.pressGenerate();

  expect((await screen.findByText(/^The link could not be read/)).textContent).toBe(
    'The link could not be read. Load the page again.',
  );
  expect(home.promptInput().getAttribute('aria-invalid')).toBe('true');
  expect(postCalls(calls)).toEqual([]);
  home.generate('a castle');
  await home.findImage();
  expect(postCalls(calls)).toHaveLength(1);
});
