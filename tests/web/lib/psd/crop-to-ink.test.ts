import { expect, it } from 'vitest';
import { cropToInk } from '../../../../web/src/lib/psd/crop-to-ink.ts';

/** A picture of 4 x 3 whose pixels are the number of their place, where they are not transparent. */
const picture = (...places: number[]) => ({
  width: 4,
  height: 3,
  data: Uint8ClampedArray.from({ length: 48 }, (_, index) => {
    const place = Math.floor(index / 4);
    return places.includes(place) ? place + 1 : 0;
  }),
});

const pixel = (value: number) => [value, value, value, value];

it('cuts off the transparent sides of a picture', () => {
  expect(cropToInk(picture(5, 10))).toEqual({
    left: 1,
    top: 1,
    imageData: {
      width: 2,
      height: 2,
      data: Uint8ClampedArray.from([...pixel(6), ...pixel(0), ...pixel(0), ...pixel(11)]),
    },
  });
});

it('keeps a picture that reaches all sides', () => {
  expect(cropToInk(picture(0, 11))).toEqual({ left: 0, top: 0, imageData: picture(0, 11) });
});

it('has no picture of transparent pixels', () => {
  expect(cropToInk(picture())).toBeUndefined();
});
