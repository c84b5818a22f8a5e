import { onTestFinished, vi } from 'vitest';
import { stubBrowser } from './finish-page.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

/** Replaces what draws, encodes and saves pictures, which happy-dom does not have. Every file is the same JPEG. */
export function fakePictures(): void {
  stubBrowser();
  fakeCanvas();
  const mocks = [
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([JPEG]))),
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture'),
  ];
  onTestFinished(() => mocks.forEach((mock) => mock.mockRestore()));
}
