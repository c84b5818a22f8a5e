import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { encodePreview } from '../../../functions/pixels/codecs.ts';
import { readWebpSize } from '../../support/image-metadata.ts';
import { png as pngHeader } from '../support/models.ts';

/** Renders a white PNG of this size. @param drawing SVG on it. */
function renderPng(width: number, height: number, drawing = ''): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>${drawing}
  </svg>`;
  return new Resvg(svg).render().asPng();
}

/** It compresses worse than any thumbnail. */
const NOISE = `<filter id="noise"><feTurbulence baseFrequency="0.02" numOctaves="4" seed="7"/></filter>
  <rect width="100%" height="100%" filter="url(#noise)"/>`;

describe('the preview of an image', () => {
  it.each([
    ['1344 x 768, as the models make it', 1_344, 768, { width: 480, height: 274 }],
    ['1280 x 720', 1_280, 720, { width: 480, height: 270 }],
    ['a narrow one', 640, 1_536, { width: 480, height: 1_152 }],
    ['a smaller one, which is not enlarged', 320, 180, { width: 320, height: 180 }],
    ['one whose preview would have less than one row', 1_536, 1, { width: 480, height: 1 }],
  ])('is a WebP of 480 px in the ratio of the image: %s', async (_, width, height, expected) => {
    const preview = Buffer.from(await encodePreview(renderPng(width, height)));

    expect(readWebpSize(preview)).toEqual(expected);
  });

  it('has less than 50 kB, of which four fit into the budget of the home page', async () => {
    expect((await encodePreview(renderPng(1_344, 768, NOISE))).byteLength).toBeLessThan(50_000);
  });

  it.each([
    ['is cut off', () => renderPng(320, 180).slice(0, 500)],
    ['has a header only', pngHeader],
    ['is no PNG', () => new TextEncoder().encode('<html>')],
  ])('is refused when the image %s, and the next one is encoded', async (_, create) => {
    await expect(encodePreview(create())).rejects.toThrow();

    expect((await encodePreview(renderPng(320, 180))).byteLength).toBeGreaterThan(100);
  });
});
