import { expect, it } from 'vitest';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { prepareImage } from '../../../../web/src/lib/render/prepare-image.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const image = () => Object.assign(document.createElement('canvas'), { width: 1_344, height: 768 });

/** The screen, the export, the checks, the layouts, and the preview of a save. */
const SIZES = [864, 1_280, 320, 192, 480].map((width) => ({ width, height: (width * 9) / 16 }));

it('prepares an image once for every size that the finish page draws', () => {
  const drawn = fakeCanvas();
  const source = image();
  for (const size of [...SIZES, ...SIZES]) prepareImage(source, EMPTY_DESIGN, size);

  expect(drawn.filter(([name]) => name === 'drawImage')).toHaveLength(SIZES.length);
});

it('keeps the last version of a size only, however often the image is adjusted', () => {
  const drawn = fakeCanvas();
  const source = image();
  const crops = [0.1, 0.2, 0.1];
  for (const crop of crops) for (const size of SIZES) prepareImage(source, { ...EMPTY_DESIGN, crop }, size);

  expect(drawn.filter(([name]) => name === 'drawImage')).toHaveLength(crops.length * SIZES.length);
});
