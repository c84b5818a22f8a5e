import { expect, it, vi } from 'vitest';
import { prepareImage } from '../../../web/src/api/prepare-image.ts';

it('a reference image has its centre drawn on white, because a JPEG has no transparency', async () => {
  const drawn: unknown[] = [];
  const context = {
    fillStyle: '',
    fillRect(this: { fillStyle: string }, ...area: number[]) {
      drawn.push([this.fillStyle, ...area]);
    },
    drawImage: (_image: unknown, ...areas: number[]) => drawn.push(areas),
  };
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1_000, height: 720, close: vi.fn() }));
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void) => done(new Blob(['jpeg'])),
  };
  const createElement = vi.spyOn(document, 'createElement').mockReturnValue(canvas as never);

  await prepareImage(new File(['x'], 'logo.png'), 'layout');

  createElement.mockRestore();
  expect(drawn).toEqual([
    ['white', 0, 0, 1_000, 562],
    [0, 79, 1_000, 562, 0, 0, 1_000, 562],
  ]);
});
