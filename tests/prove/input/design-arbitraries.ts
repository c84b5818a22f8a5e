import fc from 'fast-check';
import { DESIGN_PREVIEW, JPEGS } from '../../support/jpegs.ts';
import { extremeNumber, junk, mostly, OTHER_ID, OWN_ID, PROMPT_MARKER, userId } from './values.ts';

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
