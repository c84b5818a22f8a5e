import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import { postCalls, press } from '../support/site.tsx';

const LINK = 'https://youtu.be/aaaaaaaaaaa';

vi.mock('../../../web/src/features/generator/components/concepts/script-sheet.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../../web/src/features/generator/model/read-prompt.ts', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);

describe('code that could not be loaded', () => {
  it('is reported for the sheet of a script', async () => {
    home.openHome();
    await screen.findByDisplayValue('Stable Image Core (1 credit)');
    press('Start from a script');

    expect(
      await screen.findByText(
        'Part of this page could not be shown. Check your connection and load it again.',
      ),
    ).toBeTruthy();
  });

  it('is reported at a prompt whose link it reads, which is not sent', async () => {
    const calls = home.openHome();
    await screen.findByTitle('Fast');
    home.typePrompt(`${LINK} a castle`);
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
});
