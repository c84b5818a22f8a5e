import { beforeEach, expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { createEditableText, isPlainText, toPlainText } from '../../../../web/src/lib/psd/editable-text.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { recordText } from '../../support/record-text.ts';

// Each text is 100 pixels wide in letters of 1,000 pixels, and narrower in smaller letters.
beforeEach(() => void fakeCanvas());

const LAYER: TextLayer = {
  kind: 'text',
  id: 'a',
  text: 'One\nTwo',
  font: 'anton',
  size: 100,
  weight: 400,
  color: '#ff8000',
  align: 'left',
  x: 300,
  y: 200,
  width: 400,
  rotation: 0,
};

it('places the words by their first baseline, at the side to which they are aligned', () => {
  const { text, effects } = createEditableText({ ...LAYER, letterSpacing: 0.05 }, 2);

  expect({ ...text, transform: text.transform?.map((value) => Math.round(value) + 0) }).toEqual({
    text: 'One\nTwo',
    shapeType: 'point',
    // Two lines of 110 pixels; letters of 86 pixels stand in their middle.
    transform: [2, 0, 0, 2, 200, 376],
    antiAlias: 'smooth',
    style: {
      font: { name: 'Anton-Regular' },
      fontSize: 100,
      autoLeading: false,
      leading: 0.859 * 100 * 1.28,
      tracking: 50,
      fillColor: { r: 255, g: 128, b: 0 },
      characterDirection: 0,
    },
    paragraphStyle: { justification: 'left' },
  });
  expect(effects).toEqual({});
});

it.each([
  ['left', 90, [0, 2, -2, 0, 624, 0]],
  ['center', 90, [0, 2, -2, 0, 624, 400]],
  ['right', 180, [-2, 0, 0, -2, 200, 424]],
] as const)(
  'turns words that are aligned to %s by %d degrees around their middle',
  (align, rotation, transform) => {
    const { text } = createEditableText({ ...LAYER, align, rotation }, 2);

    expect(text.transform?.map((value) => Math.round(value) + 0)).toEqual(transform);
  },
);

it('describes the outline, the shadow and the gradient of the letters', () => {
  const { effects } = createEditableText(
    {
      ...LAYER,
      outline: { color: '#000000', width: 6 },
      shadow: { color: '#102030', blur: 10 },
      gradient: '#ffffff',
    },
    2,
  );

  expect(effects).toEqual({
    stroke: [
      {
        enabled: true,
        position: 'outside',
        fillType: 'color',
        blendMode: 'normal',
        opacity: 1,
        size: { units: 'Pixels', value: 12 },
        color: { r: 0, g: 0, b: 0 },
      },
    ],
    dropShadow: [
      {
        enabled: true,
        blendMode: 'normal',
        opacity: 1,
        angle: 90,
        useGlobalLight: false,
        size: { units: 'Pixels', value: 20 },
        distance: { units: 'Pixels', value: 10 },
        color: { r: 16, g: 32, b: 48 },
      },
    ],
    gradientOverlay: [
      {
        enabled: true,
        blendMode: 'normal',
        opacity: 1,
        type: 'linear',
        angle: -90,
        gradient: {
          name: 'Letters',
          type: 'solid',
          smoothness: 1,
          colorStops: [
            { color: { r: 255, g: 128, b: 0 }, location: 0, midpoint: 0.5 },
            { color: { r: 255, g: 255, b: 255 }, location: 1, midpoint: 0.5 },
          ],
          opacityStops: [
            { opacity: 1, location: 0, midpoint: 0.5 },
            { opacity: 1, location: 1, midpoint: 0.5 },
          ],
        },
      },
    ],
  });
});

it.each([
  [{}, true],
  [{ outline: { color: '#000000', width: 0 } }, true],
  [{ outline: { color: '#000000', width: 1 } }, false],
  [{ shadow: { color: '#000000', blur: 0 } }, false],
  [{ plate: { color: '#000000', opacity: 0, padding: 8 } }, true],
  [{ plate: { color: '#000000', opacity: 0.5, padding: 8 } }, false],
  [{ gradient: '#ffffff' }, false],
] as const)('a text with %j is plain: %s', (look, isPlain) => {
  expect(isPlainText({ ...LAYER, ...look })).toBe(isPlain);
});

/** The place of each field of a text in a Photoshop file: the words, only their picture, or neither, because another part has the field. */
const FIELDS: Record<
  Exclude<keyof TextLayer, 'kind'>,
  [Partial<TextLayer>, 'words' | 'picture' | 'neither']
> = {
  text: [{ text: 'Three' }, 'words'],
  font: [{ font: 'anton' }, 'words'],
  size: [{ size: 80 }, 'words'],
  weight: [{ weight: 700 }, 'words'],
  color: [{ color: '#00ff00' }, 'words'],
  letterSpacing: [{ letterSpacing: 0.1 }, 'words'],
  lineHeight: [{ lineHeight: 2 }, 'words'],
  upperCase: [{ upperCase: true }, 'words'],
  align: [{ align: 'right' }, 'words'],
  x: [{ x: 400 }, 'words'],
  y: [{ y: 400 }, 'words'],
  width: [{ width: 300 }, 'words'],
  rotation: [{ rotation: 10 }, 'words'],
  outline: [{ outline: { color: '#000000', width: 6 } }, 'picture'],
  shadow: [{ shadow: { color: '#000000', blur: 10 } }, 'picture'],
  gradient: [{ gradient: '#000000' }, 'picture'],
  plate: [{ plate: { color: '#000000', opacity: 1, padding: 10 } }, 'picture'],
  id: [{ id: 'b' }, 'neither'],
  name: [{ name: 'Headline' }, 'neither'],
  opacity: [{ opacity: 0.5 }, 'neither'],
  locked: [{ locked: true }, 'neither'],
  hidden: [{ hidden: true }, 'neither'],
  keepsSize: [{ keepsSize: true }, 'neither'],
  translations: [{ translations: {} }, 'neither'],
};

/** Draws the picture of a text. The opacity and the visibility are properties of the file's layer. */
const drawPicture = (layer: TextLayer): string =>
  JSON.stringify(recordText({ ...layer, opacity: 1, hidden: false }));

it.each(Object.entries(FIELDS))(
  'the field %s is described, or its text is also a picture, if the field changes the picture',
  (_, [change, place]) => {
    // Teko has several weights.
    const layer: TextLayer = { ...LAYER, font: 'teko' };
    const changed = { ...layer, ...change };
    const isDescribed =
      JSON.stringify(createEditableText(changed, 1).text) !==
      JSON.stringify(createEditableText(layer, 1).text);

    const isDrawn = drawPicture(changed) !== drawPicture(layer);

    expect({ isDescribed, isPlain: isPlainText(changed), isDrawn }).toEqual({
      isDescribed: place === 'words',
      isPlain: place !== 'picture',
      isDrawn: place !== 'neither',
    });
  },
);

it.each(Object.entries(FIELDS))(
  'the words below a picture have the field %s unless only the picture has it',
  (_, [change, place]) => {
    const changed = { ...LAYER, ...change };

    expect(toPlainText(changed)).toEqual(place === 'picture' ? LAYER : changed);
  },
);
