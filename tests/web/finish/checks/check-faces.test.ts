import { expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { checkFaces } from '../../../../web/src/features/finish/checks/check-faces.ts';
import { PROBE_SCALE, PROBE_SIZE } from '../../../../web/src/features/finish/editor/areas.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';
import { paint } from './pixels.ts';

const layer: TextLayer = { ...createTextLayer('1'), text: 'A CASTLE', x: 640, y: 360, width: 400 };
const letters = ({ x, y, width }: TextLayer): Rect => ({ x: x - width / 2, y: y - 60, width, height: 120 });

/** A text whose letters fill their box. */
function text(box: Rect) {
  const scaled = {
    x: box.x / PROBE_SCALE,
    y: box.y / PROBE_SCALE,
    width: box.width / PROBE_SCALE,
    height: box.height / PROBE_SCALE,
  };
  const pixels = paint(PROBE_SIZE, [0, 0, 0], []);
  const uncovered = new Uint8ClampedArray(PROBE_SIZE.width * PROBE_SIZE.height).map((_value, pixel) => {
    const [x, y] = [pixel % PROBE_SIZE.width, Math.floor(pixel / PROBE_SIZE.width)];
    const isLetter =
      x >= scaled.x && x < scaled.x + scaled.width && y >= scaled.y && y < scaled.y + scaled.height;
    return isLetter ? 255 : 0;
  });
  const probe = { layer, letters: box, words: [], letterHeight: 100, black: pixels, white: pixels };
  return { ...probe, coverage: uncovered, uncovered };
}

const FREE = { x: 300, y: 600 };
const check = (faces: readonly Rect[] | undefined, place = FREE) =>
  checkFaces([text(letters(layer))], { faces, letters, findPlace: (moved) => ({ ...moved, ...place }) });

it('says that faces are not checked if nothing has looked for them', () => {
  expect(check(undefined)).toEqual([
    {
      name: 'faces',
      unknown: {
        title: 'Faces are not checked',
        detail: 'This browser cannot find faces. See for yourself that no text covers one',
      },
      hints: [],
    },
  ]);
});

it.each([
  ['No face was found', []],
  ['1 found in the picture', [{ x: 0, y: 0, width: 200, height: 200 }]],
])('passes if no text is on a face: %s', (detail, faces) => {
  expect(check(faces)).toEqual([
    { name: 'faces', passed: { title: 'No text is on a face', detail, short: 'faces free' }, hints: [] },
  ]);
});

const FACE = { x: 560, y: 280, width: 160, height: 160 };

it('moves a text off a face, to the place that a new text would get', () => {
  expect(check([FACE]).flatMap(({ hints }) => hints)).toEqual([
    {
      layerId: '1',
      title: '“A CASTLE” covers a face',
      detail: 'Faces draw the eye first',
      fix: {
        label: 'Move it off the face',
        said: '“A CASTLE” moved off the face.',
        changes: { ...FREE, width: 400, size: 150, align: 'center', rotation: 0 },
      },
    },
  ]);
});

it('asks for fewer words if every place is on a face', () => {
  expect(check([FACE], { x: 640, y: 360 }).flatMap(({ hints }) => hints)).toEqual([
    {
      layerId: '1',
      title: '“A CASTLE” covers a face',
      detail: 'Faces draw the eye first, and no other place has room. Use fewer words',
    },
  ]);
});

it('accepts a text at the edge of a face, and a text behind the cut-out of a person', () => {
  const hidden = {
    ...text(letters(layer)),
    uncovered: new Uint8ClampedArray(PROBE_SIZE.width * PROBE_SIZE.height),
  };
  const options = { faces: [FACE], letters, findPlace: (moved: TextLayer) => moved };

  expect(checkFaces([hidden], options).flatMap(({ hints }) => hints)).toEqual([]);
  expect(check([{ x: 400, y: 150, width: 160, height: 152 }]).flatMap(({ hints }) => hints)).toEqual([]);
});
