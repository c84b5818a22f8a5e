import { expect, it } from 'vitest';
import { turnUpright } from '../../../../functions/images/pixels/turn.ts';
import type { Orientation } from '../../../../functions/platform/jpeg-orientation.ts';

/** Makes pixels whose letters are their colors. */
function paint(rows: string[]) {
  const data = Uint8ClampedArray.from(
    Array.from(rows.join('')).flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255]),
  );
  return { data, width: rows[0]?.length ?? 0, height: rows.length };
}

/** The rows as a camera stores them for each orientation (Exif 3.0, section 4.6.5.1.6). Upright, they are `abc` and `def`. */
const STORED: [Orientation, string[]][] = [
  [1, ['abc', 'def']],
  [2, ['cba', 'fed']],
  [3, ['fed', 'cba']],
  [4, ['def', 'abc']],
  [5, ['ad', 'be', 'cf']],
  [6, ['cf', 'be', 'ad']],
  [7, ['fc', 'eb', 'da']],
  [8, ['da', 'eb', 'fc']],
];

it.each(STORED)('turns pixels with the orientation %d upright', (orientation, rows) => {
  expect(turnUpright(paint(rows), orientation)).toEqual(paint(['abc', 'def']));
});
