import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { useFonts } from '../../../../web/src/features/finish/editor/use-fonts.ts';
import { loadScripts } from '../../../../web/src/lib/render/load-scripts.ts';
import { notify } from '../../../../web/src/ui/notify.ts';
import { HEADLINE, stubBrowser } from '../support/finish-page.ts';

const ORIGINAL: Design = { layers: [{ ...HEADLINE, text: 'istanbul', upperCase: true }], crop: 0.5 };
/** The design as it is shown in a language whose words are the original's. */
const showIn = (language: string): Design => ({
  ...ORIGINAL,
  layers: ORIGINAL.layers.map((layer) => ({ ...layer, language })),
});

it('loads the capitals of another language with the same words', async () => {
  stubBrowser();
  await loadScripts();
  const load = vi.fn(() => Promise.resolve([]));
  Object.assign(document.fonts, { load, check: (_font: string, text: string) => !text.startsWith('İ') });
  const { rerender } = renderHook(({ language }) => useFonts(showIn(language), ORIGINAL), {
    initialProps: { language: 'de' },
  });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(load.mock.calls).toEqual([]);

  rerender({ language: 'tr' });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(load).toHaveBeenCalledWith('400 150px "Anton", Impact, sans-serif', 'İSTANBUL');
});

it.each([
  ['the list of its files is lost, which Firefox does not request twice', true],
  ['the connection is lost', false],
])('says that a font could not be loaded; a retry offers to load the page again if %s', async (_, isLost) => {
  stubBrowser();
  const reason = isLost ? 'error loading dynamically imported module: /x.js' : 'A network error occurred.';
  Object.assign(document.fonts, { load: () => Promise.reject(new TypeError(reason)), check: () => false });
  const error = vi.spyOn(notify, 'error');
  const { result } = renderHook(() => useFonts(showIn('de'), ORIGINAL));
  await act(() => vi.advanceTimersByTimeAsync(0));

  expect(result.current.problem).toBe('The font Anton could not be loaded.');
  expect(error).not.toHaveBeenCalled();
  act(() => result.current.retry());
  await act(() => vi.advanceTimersByTimeAsync(0));

  expect(result.current.problem).toBe('The font Anton could not be loaded.');
  expect(error.mock.calls.map(([words]) => words)).toEqual(
    isLost ? ['Part of this page could not be shown. Check your connection and load it again.'] : [],
  );
  error.mockRestore();
});
