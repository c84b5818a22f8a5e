import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJpeg } from '../../../functions/platform/jpeg.ts';
import { BAD_JPEGS, JPEGS, listSegments, withBytes, withScans } from '../../support/jpegs.ts';

function isAccepted(file: Buffer): boolean {
  try {
    return readJpeg(file).width > 0;
  } catch {
    return false;
  }
}

describe('readJpeg', () => {
  it.each([
    ['a baseline JPEG', JPEGS.baseline],
    ['a progressive JPEG with restart markers', JPEGS.progressive],
    ['a greyscale JPEG', JPEGS.grey],
    ['a JPEG with 100 scans', withScans(JPEGS.baseline, 100)],
    ['a JPEG with fill bytes before a marker', withBytes(JPEGS.baseline, [0xff, 0xc0], [0xff, 0xff, 0xc0])],
    // The embedded preview of EXIF is a separate JPEG.
    [
      'a JPEG with a smaller JPEG in a segment',
      withBytes(
        JPEGS.baseline,
        [0xff, 0xe0],
        [0xff, 0xe1, 0, 14, 0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3, 0xff, 0xe0],
      ),
    ],
  ])('reads the size of %s, and cuts off what follows its end', (_, image) => {
    expect(readJpeg(Buffer.concat([image, JPEGS.grey]))).toEqual({ width: 128, height: 72, image });
  });

  it.each(BAD_JPEGS)('refuses %s', (_, file, reason) => {
    expect(() => readJpeg(file)).toThrow(new Error(reason));
  });

  it('refuses a JPEG that is cut off at any byte', () => {
    const { progressive } = JPEGS;

    const lengths = Array.from(progressive.keys());
    expect(lengths.filter((length) => isAccepted(progressive.subarray(0, length)))).toEqual([]);
  });

  it.each([JPEGS.baseline, JPEGS.grey])(
    'refuses a JPEG without any segment that its decoding needs',
    (jpeg) => {
      const segments = listSegments(jpeg).map(({ marker, start, end }) => ({
        marker,
        without: Buffer.concat([jpeg.subarray(0, start), jpeg.subarray(end)]),
      }));

      const unneeded = segments.filter(({ without }) => isAccepted(without)).map(({ marker }) => marker);
      expect(unneeded).toEqual([0xe0]);
    },
  );

  it('accepts a JPEG with changed bytes up to its end, or refuses it with a reason', () => {
    const jpeg = fc.constantFrom(JPEGS.baseline, JPEGS.progressive, JPEGS.grey);
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(jpeg, changes, (original, bytes) => {
        const changed = Buffer.from(original);
        for (const [at, byte] of bytes) changed[at % changed.length] = byte;
        try {
          const { image } = readJpeg(changed);
          expect(image.toString('hex')).toMatch(/^ffd8.*ffd9$/);
        } catch (error) {
          expect(error).toMatchObject({
            name: 'Error',
            message: expect.stringMatching(/^(?:not a JPEG$|the JPEG )/) as string,
          });
        }
      }),
    );
  });
});
