import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CopyButton } from '../../../../web/src/features/finish/export/copy-button.tsx';
import type { Export } from '../../../../web/src/features/finish/export/use-export.ts';
import { press } from '../../support/site.tsx';

const createFinished = () => ({
  image: document.createElement('canvas'),
  design: { layers: [], crop: 0.5 },
  cutouts: new Map<string, ImageBitmap>(),
});

const EXPORTING: Export = {
  settings: { size: { width: 1_280, height: 720 }, format: 'jpeg', limit: 'phone', name: 'castle' },
  fileBytes: undefined,
  isTooLarge: false,
  isBusy: false,
  change: vi.fn(),
  save: vi.fn(),
  exportTo: (deliver) => void deliver({ name: 'castle.png', blob: new Blob(['png']) }),
};

it('says that the image is copied until the page shows another image, e.g. another language', async () => {
  const write = () => Promise.resolve();
  vi.stubGlobal('navigator', { clipboard: { write } });
  vi.stubGlobal('ClipboardItem', vi.fn());
  const page = render(<CopyButton finished={createFinished()} exporting={EXPORTING} />);
  press('Copy image');
  await screen.findByText('The image is copied.');
  page.rerender(<CopyButton finished={createFinished()} exporting={EXPORTING} />);

  expect(screen.getByRole('status').textContent).toBe('');
});
