import fc from 'fast-check';
import { DESIGN_PREVIEW, JPEGS } from '../../support/jpegs.ts';
import {
  extremeNumber,
  junk,
  mostly,
  OTHER_ID,
  OWN_ID,
  PROMPT_MARKER,
  userId,
  unusualText,
} from './values.ts';
import { makeMask, rectangle } from '../../support/masks.ts';

const PREVIEW = DESIGN_PREVIEW.toString('base64');

const placed = {
  id: mostly(fc.uuid()),
  x: mostly(fc.constantFrom(640, -640, 1_921, 1e300)),
  y: mostly(fc.constantFrom(0, 360.25, -641)),
  width: mostly(fc.constantFrom(40, 900, 0)),
  rotation: mostly(fc.constantFrom(0, -180, 5e-324, 181)),
  extra: fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, junk),
};
const layer = fc.oneof(
  fc.record({
    ...placed,
    kind: mostly(fc.constant('text')),
    text: mostly(fc.constantFrom('A CASTLE', '<b>bold</b>', PROMPT_MARKER, 'x'.repeat(121))),
    font: mostly(fc.constantFrom('anton', 'teko', 'arial')),
    size: mostly(fc.constantFrom(16, 140, 401)),
    weight: mostly(fc.constantFrom(400, 700)),
    color: mostly(fc.constantFrom('#ffffff', '#FFFFFF', 'red')),
    align: mostly(fc.constantFrom('left', 'center')),
    plate: mostly(fc.constantFrom(undefined, { color: '#000000', opacity: 1, padding: 8 })),
  }),
  fc.record({
    ...placed,
    kind: mostly(fc.constant('shape')),
    shape: mostly(fc.constantFrom('arrow', 'circle', 'star')),
    height: mostly(fc.constantFrom(8, 120, 0)),
    color: mostly(fc.constantFrom('#ffffff', 'red')),
    stroke: mostly(fc.constantFrom(undefined, 12, 1e300)),
  }),
  fc.record({
    ...placed,
    kind: mostly(fc.constant('cutout')),
    cutoutId: mostly(fc.constantFrom(OWN_ID, OTHER_ID)),
    flipped: mostly(fc.boolean()),
  }),
);
/** The body of a request that saves a design. */
export const designUpdate = fc.record({
  design: mostly(
    fc.record({
      layers: mostly(fc.array(layer, { maxLength: 4 })),
      crop: mostly(fc.constantFrom(0, 0.5, 1, 2)),
      image: mostly(fc.constantFrom(undefined, OWN_ID)),
      adjustments: mostly(fc.constantFrom(undefined, { zoom: 2, blur: 4 }, { zoom: 0 }, { hue: 1 })),
    }),
  ),
  version: mostly(fc.oneof(fc.constantFrom(0, 0, 1), extremeNumber)),
  preview: mostly(
    fc.constantFrom(
      undefined,
      PREVIEW,
      PREVIEW.slice(0, -40),
      PREVIEW.repeat(60),
      JPEGS.cmyk.toString('base64'),
    ),
  ),
});

const layout = fc.record({
  id: mostly(fc.uuid()),
  name: mostly(fc.constantFrom('Build videos', PROMPT_MARKER, '', 'x'.repeat(61), 'two\nlines')),
  layers: mostly(fc.array(layer, { minLength: 1, maxLength: 3 })),
});
/** The body of a request that saves a brand. */
export const brandUpdate = fc.record({
  brand: mostly(
    fc.record({
      colors: mostly(
        fc.array(mostly(fc.constantFrom('#ff0000', '#00ff00', '#0000ff', '#FF0000', 'red')), {
          maxLength: 7,
        }),
      ),
      layouts: mostly(fc.array(layout, { maxLength: 3 })),
      extra: fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, junk),
    }),
  ),
  version: mostly(fc.oneof(fc.constantFrom(0, 0, 1), extremeNumber)),
});

/** The body of a request for a cut-out. */
export const cutout = fc.record(
  {
    referenceId: mostly(fc.uuid()),
    userId,
    generationId: mostly(fc.uuid()),
    keepsBackground: mostly(fc.boolean()),
    extra: junk,
  },
  { requiredKeys: ['referenceId', 'userId'] },
);

/** What a creator notes about a thumbnail. */
export const libraryEntry = fc.record(
  {
    name: mostly(fc.constantFrom('Castle', null, '', ' ', 'x'.repeat(101), 'a\nb', '\ud800')),
    favorite: mostly(fc.constantFrom('starred', 'winner', null, true, 'gold')),
    extra: junk,
  },
  { requiredKeys: [] },
);

const margin = mostly(fc.oneof(fc.constantFrom(0, 1, 2_000, 2_001), extremeNumber));
/** A mask that can be read, of another size than any base. */
const mask = fc.constant(makeMask(9, 9, rectangle(2, 2, 5, 5)).toString('base64'));

/** The body of an edit. */
export const edit = fc.record(
  {
    userId: mostly(fc.constantFrom(OWN_ID, OWN_ID, OTHER_ID)),
    editId: mostly(fc.uuid()),
    thumbnailId: mostly(fc.uuid()),
    baseId: mostly(fc.uuid()),
    operation: fc.record(
      {
        kind: mostly(fc.constantFrom('erase', 'replace', 'recolor', 'fill', 'upscale')),
        mask: mostly(fc.oneof(fc.base64String({ maxLength: 400 }), mask)),
        find: unusualText,
        prompt: unusualText,
        left: margin,
        right: margin,
        up: margin,
        down: margin,
        extra: junk,
      },
      { requiredKeys: ['kind'] },
    ),
    extra: junk,
  },
  { requiredKeys: ['userId', 'operation'] },
);

export const keyName = fc.record({
  name: mostly(fc.constantFrom('Upload script', '', 'x'.repeat(61), 'a\nb')),
  extra: junk,
});

export const supportMessage = fc.record({
  subject: mostly(fc.constantFrom('Question', '', 'a\r\nBcc: all@example.com', 'x'.repeat(121))),
  message: mostly(fc.constantFrom('Hello', '', 'a\u0000b', 'x'.repeat(4_001))),
  requestIds: mostly(fc.constantFrom([], ['a b'], Array(6).fill('id'))),
  extra: junk,
});

export const pageError = fc.record({
  code: mostly(fc.constantFrom('error', 'load', 'x')),
  page: mostly(fc.constantFrom('home', 'finish', '/thumbnails/1')),
  version: mostly(fc.constantFrom('abc_-123', '', 'x'.repeat(17), 'a\u0000b')),
  browser: mostly(fc.constantFrom('firefox', 'Mozilla/5.0')),
  extra: junk,
});

/** The body of a request for an edit that a sentence asks for. */
export const editInstruction = fc.record(
  {
    thumbnailId: mostly(fc.uuid()),
    instruction: mostly(fc.constantFrom(`Make the ${PROMPT_MARKER} red`, 'x'.repeat(500), 'x'.repeat(501))),
    extra: junk,
  },
  { requiredKeys: ['thumbnailId'] },
);

/** The body of a request for concepts. */
export const conceptSource = fc.record(
  {
    script: mostly(fc.constantFrom(`${PROMPT_MARKER} castle`, 'x'.repeat(20_000), 'x'.repeat(20_001))),
    thumbnailId: mostly(fc.uuid()),
    extra: junk,
  },
  { requiredKeys: [] },
);
