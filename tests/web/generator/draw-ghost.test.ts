import { expect, it, vi } from 'vitest';
import { createHeadline } from '../../../web/src/features/finish/editor/new-layers.ts';
import { drawGhost } from '../../../web/src/features/generator/components/series/draw-ghost.ts';
import { stubBrowser } from '../finish/support/finish-page.ts';

it('loads the font of the word that stands for an empty headline before the word is measured', async () => {
  stubBrowser();
  const load = vi.spyOn(document.fonts, 'load');
  await drawGhost('0b9d3a52', [createHeadline('')], new AbortController().signal);

  expect(load.mock.calls.map(([, text]) => text)).toEqual(['Headline']);
});
