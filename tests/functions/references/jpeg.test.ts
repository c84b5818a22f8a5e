import { describe, expect, it } from 'vitest';
import { readJpegSize } from '../../../functions/references/jpeg.ts';
import { BAD_JPEGS, JPEGS, withBytes } from '../../support/jpegs.ts';

const SIZE = { width: 128, height: 72 };

describe('readJpegSize', () => {
  it.each([
    ['a baseline JPEG', JPEGS.baseline],
    ['a progressive JPEG with restart markers', JPEGS.progressive],
    ['a greyscale JPEG', JPEGS.grey],
    ['a JPEG with fill bytes before a marker', withBytes(JPEGS.baseline, [0xff, 0xc0], [0xff, 0xff, 0xc0])],
    ['a JPEG with bytes after its end', Buffer.concat([JPEGS.baseline, Buffer.alloc(9)])],
    // The embedded preview of EXIF is a JPEG of its own.
    [
      'a JPEG with a smaller JPEG in a segment',
      withBytes(
        JPEGS.baseline,
        [0xff, 0xe0],
        [0xff, 0xe1, 0, 14, 0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3, 0xff, 0xe0],
      ),
    ],
  ])('reads the size of %s', (_, jpeg) => {
    expect(readJpegSize(jpeg)).toEqual(SIZE);
  });

  it.each(BAD_JPEGS)('refuses %s', (_, file, reason) => {
    expect(() => readJpegSize(file)).toThrow(new Error(reason));
  });

  it('refuses a JPEG that is cut off at any byte', () => {
    const { progressive } = JPEGS;
    const isAccepted = (length: number) => {
      try {
        return readJpegSize(progressive.subarray(0, length)).width > 0;
      } catch {
        return false;
      }
    };

    expect(Array.from(progressive.keys()).filter(isAccepted)).toEqual([]);
  });
});
