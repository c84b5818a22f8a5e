import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useExport } from '../../../../web/src/features/finish/export/use-export.ts';
import { HIDDEN_PIXELS } from '../../../../web/src/lib/export/hidden-pixels.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { observeMessages } from '../../../../web/src/ui/notify.ts';
import { stubBrowser } from '../support/finish-page.ts';

it('an export says what to do if the browser gives random pixels', async () => {
  stubBrowser();
  const size = { width: 1_280, height: 720 };
  const read = () => ({ data: [146, 171] });
  const context = { canvas: size, clearRect: vi.fn(), drawImage: vi.fn(), getImageData: read };
  const getContext = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation(() => context as never);
  const messages: unknown[] = [];
  const stop = observeMessages((message) => messages.push(message));
  onTestFinished(() => {
    getContext.mockRestore();
    stop();
  });
  const image = Object.assign(document.createElement('canvas'), size);
  const complete = { image, design: EMPTY_DESIGN, cutouts: new Map(), mark: 'none' } as const;
  const parts = { status: 'ready', problem: '' } as const;
  const { result } = renderHook(() => useExport({ complete, parts, rendering: undefined, name: 'a castle' }));

  act(() => result.current.save());

  await waitFor(() => expect(messages).toMatchObject([{ kind: 'error', text: `${HIDDEN_PIXELS}.` }]));
});
