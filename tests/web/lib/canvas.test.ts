import { expect, it, vi } from 'vitest';
import { drawPart } from '../../../web/src/lib/canvas.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';

const SCREEN = { x: 8, y: 0, width: 1_280, height: 720 };
const PHOTO = { x: 100, y: 50, width: 3_840, height: 2_160 };

/** Imitates the canvases of workers in Firefox, whose context cannot choose a quality, or in another browser. */
function stubCanvases(context: object): unknown[][] {
  const drawn: unknown[][] = [];
  class Canvas {
    readonly size: number[];
    constructor(...size: number[]) {
      this.size = size;
    }
    getContext() {
      return {
        drawImage: (image: unknown, ...places: number[]) =>
          drawn.push([image instanceof Canvas ? 'half' : 'photo', ...places, 'on', ...this.size]),
      };
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal(
    'OffscreenCanvasRenderingContext2D',
    Object.assign(() => undefined, { prototype: context }),
  );
  return drawn;
}

function draw(place: typeof SCREEN, scale?: number) {
  const drawn = fakeCanvas();
  const context = document.createElement('canvas').getContext('2d');
  if (context) drawPart(context, document.createElement('canvas'), PHOTO, place, scale);
  return drawn.map(([name, ...values]) => [name, ...values.filter((value) => typeof value !== 'object')]);
}

it('makes a photo smaller in steps of at most a half if the browser would skip pixels, as Firefox does', () => {
  const halves = stubCanvases({});

  expect(draw(SCREEN)).toEqual([
    ['imageSmoothingQuality', 'high'],
    ['drawImage', 0, 0, 1_920, 1_080, 8, 0, 1_280, 720],
  ]);
  expect(halves).toEqual([['photo', 100, 50, 3_840, 2_160, 0, 0, 1_920, 1_080, 'on', 1_920, 1_080]]);
});

it('counts the pixels of the canvas, and ends at one pixel', () => {
  const halves = stubCanvases({});
  draw(SCREEN, 0.5);
  expect(halves.map((call) => call.slice(-2))).toEqual([
    [1_920, 1_080],
    [960, 540],
  ]);

  halves.length = 0;
  draw({ x: 0, y: 0, width: 0.2, height: 0.1 });
  expect(halves.at(-1)?.slice(-2)).toEqual([1, 1]);
});

it('draws at once if the browser smooths, or has no canvas in workers', () => {
  const whole = [
    ['imageSmoothingQuality', 'high'],
    ['drawImage', 100, 50, 3_840, 2_160, 8, 0, 1_280, 720],
  ];
  expect(draw(SCREEN)).toEqual(whole);
  const halves = stubCanvases({ imageSmoothingQuality: 'low' });
  expect(draw(SCREEN)).toEqual(whole);
  expect(halves).toEqual([]);
});
