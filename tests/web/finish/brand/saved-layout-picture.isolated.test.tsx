import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Layer } from '#contract/design/design.ts';
import { SavedLayoutPicture } from '../../../../web/src/features/finish/brand/saved-layouts.tsx';
import { DesignContext } from '../../../../web/src/features/finish/editor/design-context.ts';
import { createHeadline } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { PageContext } from '../../../../web/src/features/finish/editor/page-context.ts';
import type { FinishedImage } from '../../../../web/src/lib/render/finished-image.ts';
import { stubBrowser, stubFonts } from '../support/finish-page.ts';

vi.mock(import('../../../../web/src/features/finish/editor/design-picture.tsx'), () => ({
  DesignPicture: ({ finished }: { finished: FinishedImage | undefined }) => (
    <output>{finished?.design.layers.map((layer) => layer.kind === 'text' && layer.size).join()}</output>
  ),
}));

it('the picture of a saved layout has the size of its words in a font that loads only for the picture', async () => {
  stubBrowser();
  let hasLoaded = false;
  stubFonts(() => {
    hasLoaded = true;
    return Promise.resolve();
  });
  const image = { width: 1_280, height: 720, close: () => undefined };
  const bitmaps = new Map<string, ImageBitmap>();
  const cutouts = { list: { status: 'pending' }, bitmaps, missing: new Set<string>() };
  const design = { layers: [createHeadline('I built a castle')], crop: 0.5 };
  const edited = {
    cutouts,
    rendering: { finished: { image, design, cutouts: bitmaps } },
    fillTexts: (layers: Layer[]) => layers.map((layer) => ({ ...layer, size: hasLoaded ? 118 : 150 })),
  };
  const layout = { id: 'layout', name: 'Show', layers: [createHeadline('Castle')] };
  render(
    <PageContext value={{} as never}>
      <DesignContext value={edited as never}>
        <SavedLayoutPicture layout={layout} layouts={[layout]} cutouts={cutouts as never} />
      </DesignContext>
    </PageContext>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));

  expect(screen.getByRole('status').textContent).toBe('118');
});
