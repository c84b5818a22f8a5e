import { expect, it, vi } from 'vitest';
import { copyImage } from '../../../../web/src/features/finish/export/copy-image.ts';

const PNG = new Blob(['png'], { type: 'image/png' });
const REFUSED = 'This browser does not copy images. Press Export, and use the file that is saved.';

class Item {
  readonly types: Record<string, Promise<Blob>>;

  constructor(types: Record<string, Promise<Blob>>) {
    this.types = types;
  }
}

/** A clipboard that waits for its image, as a browser does. */
function stubClipboard() {
  const written: unknown[] = [];
  const write = vi.fn(async (items: Item[]) => {
    for (const { types } of items) written.push(await types['image/png']);
  });
  vi.stubGlobal('navigator', { clipboard: { write } });
  vi.stubGlobal('ClipboardItem', Item);
  return { written, write };
}

it.each([
  [0, 'The image is copied.'],
  [1, 'The image is copied. It leaves out a cut-out that is not available.'],
])('copies an image that lacks %d cut-outs', async (incomplete, said) => {
  const { written } = stubClipboard();

  expect(await copyImage(Promise.resolve({ name: 'castle.png', blob: PNG, incomplete }))).toBe(said);
  expect(written).toEqual([PNG]);
});

it('says what to do if the browser refuses', async () => {
  stubClipboard().write.mockRejectedValue(new DOMException('', 'NotAllowedError'));

  expect(await copyImage(Promise.resolve({ name: 'castle.png', blob: PNG }))).toBe(REFUSED);
});

it('says what to do if the browser has no images in its clipboard', async () => {
  const { written } = stubClipboard();
  vi.stubGlobal('navigator', {});

  expect(await copyImage(Promise.resolve({ name: 'castle.png', blob: PNG }))).toBe(REFUSED);
  expect(written).toEqual([]);
});

it('says nothing more if the export has failed, because a message says so', async () => {
  stubClipboard();

  expect(await copyImage(Promise.resolve(undefined))).toBe('');
});
