import { describe, expect, it } from 'vitest';
import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { applySavedLayout } from '../../../../web/src/features/finish/brand/apply-saved-layout.ts';
import { swapCutout, SwapVisit } from '../../../../web/src/features/finish/editor/swap-cutout.ts';
import { findVisibleBox } from '../../../../web/src/features/finish/editor/visible-part.ts';
import { cutoutName } from '../../../../web/src/features/finish/editor/cutout-titles.ts';
import {
  findPerson,
  listChoices,
  listPersons,
} from '../../../../web/src/features/finish/editor/list-choices.ts';
import { layerSize } from '../../../../web/src/features/finish/editor/layer-box.ts';
import { checkCutouts, checkPlaces } from '../../../../web/src/features/finish/checks/check-layers.ts';
import { CUTOUT_LAYER } from '../../../support/designs.ts';
import { cutout } from '../support/cutouts.ts';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const LAYER = { ...CUTOUT_LAYER, flipped: false, x: 640, y: 360, width: 300, rotation: 0 };

describe('a swapped cut-out', () => {
  const from = { size: { width: 300, height: 400 }, visible: WHOLE };

  it('keeps the height and the center of the visible part', () => {
    // The new cut-out is visible in its left half, below a margin of a half.
    const to = {
      size: { width: 400, height: 1_000 },
      visible: { x: 0, y: 0.5, width: 0.5, height: 0.5 },
    };

    // The visible 400 pixels are half of 800, and their center is 80 left of and 200 below the center of the layer.
    expect(swapCutout(LAYER, from, 'new', to)).toEqual({
      cutoutId: 'new',
      width: 320,
      x: 720,
      y: 160,
      empty: undefined,
    });
  });

  it.each([
    ['mirrored', { flipped: true }, 560, 160],
    ['turned by a quarter', { rotation: 90 }, 840, 440],
  ])('keeps the center of a layer that is %s', (_, changes, x, y) => {
    const to = {
      size: { width: 400, height: 1_000 },
      visible: { x: 0, y: 0.5, width: 0.5, height: 0.5 },
    };
    const swapped = swapCutout({ ...LAYER, ...changes }, from, 'new', to);

    expect(swapped.x).toBeCloseTo(x);
    expect(swapped.y).toBeCloseTo(y);
  });

  it('is back in its place after a second swap', () => {
    const to = { size: { width: 500, height: 500 }, visible: { x: 0.1, y: 0.3, width: 0.6, height: 0.5 } };
    const swapped = { ...LAYER, ...swapCutout(LAYER, from, 'new', to) };

    const { x, y, width } = swapCutout(swapped, to, LAYER.cutoutId, from);
    expect([x, y, width].map(Math.round)).toEqual([LAYER.x, LAYER.y, LAYER.width]);
  });

  it('keeps its center where a design would allow no center of its image', () => {
    // A person at the left edge of a frame of a video, in the right half of the thumbnail.
    const to = {
      size: { width: 1_920, height: 1_080 },
      visible: { x: 0, y: 0.6, width: 0.2, height: 0.2 },
    };
    const layer = { ...LAYER, x: 1_200, y: 360 };
    const { x, y, width } = swapCutout(layer, from, 'new', to);
    expect([x, y].map(Math.round)).toEqual([1_920, 158]);

    expect([x - 0.4 * width, y + 0.2 * ((width * 1_080) / 1_920)].map(Math.round)).toEqual([1_200, 360]);
  });

  it('is as wide as a design allows at most', () => {
    const to = { size: { width: 4_000, height: 100 }, visible: WHOLE };

    expect(swapCutout(LAYER, from, 'new', to).width).toBe(2_560);
  });
});

describe('a visit of Swap', () => {
  const BANNER = { size: { width: 4_000, height: 100 }, visible: WHOLE };
  const PORTRAIT = { size: { width: 300, height: 400 }, visible: WHOLE };
  const find = (id: string) => (id === 'banner' ? BANNER : PORTRAIT);
  const step = (visit: SwapVisit, layer: CutoutLayer, id: string) => ({
    ...layer,
    ...visit.swap(layer, id, find),
  });

  it('changes as much as its last swap alone, also after a cut-out that the limits make smaller', () => {
    const visit = new SwapVisit(LAYER);
    const wide = step(visit, LAYER, 'banner');
    expect(wide.width).toBe(2_560);

    expect(step(visit, wide, 'sad')).toEqual({ ...LAYER, cutoutId: 'sad', empty: undefined });
  });

  it('goes on from where the creator has dragged the layer', () => {
    const visit = new SwapVisit(LAYER);
    const dragged = { ...step(visit, LAYER, 'sad'), x: 300 };

    expect(step(visit, dragged, 'calm')).toEqual({ ...LAYER, x: 300, cutoutId: 'calm', empty: undefined });
  });
});

describe('the visible part of a cut-out', () => {
  const pixels = (rows: string[]) =>
    new Uint8ClampedArray(
      rows.flatMap((row) => Array.from(row).flatMap((dot) => [0, 0, 0, Number(dot) * 25])),
    );

  it('is the box around the pixels that are not nearly transparent', () => {
    expect(findVisibleBox(pixels(['0000', '0590', '0010']), { width: 4, height: 3 })).toEqual({
      x: 0.25,
      y: 1 / 3,
      width: 0.5,
      height: 2 / 3,
    });
  });

  it('is unknown if all pixels are transparent', () => {
    expect(findVisibleBox(pixels(['00', '00']), { width: 2, height: 2 })).toBeUndefined();
  });
});

describe('the choices of a swap', () => {
  const ME = { ...cutout('1'), person: 'Me', name: 'laughing' };
  const SAM = { ...cutout('2'), person: 'Sam' };
  const OTHER = cutout('3');
  const LOGO = { ...cutout('4'), isPicture: true };
  const PICTURE = { ...cutout('5'), isPicture: true, person: 'Me' };
  const ALL = [SAM, ME, OTHER, LOGO, PICTURE];

  it('are the cut-outs and the transparent pictures of one person, or of all', () => {
    expect(listChoices(ALL, 'Me')).toEqual([ME, PICTURE]);
    expect(listChoices(ALL, undefined)).toEqual([SAM, ME, OTHER, PICTURE]);
  });

  it('have the persons in the order of their newest cut-outs', () => {
    expect(listPersons(ALL)).toEqual(['Sam', 'Me']);
    expect([ME, OTHER, cutout('gone')].map(({ id }) => findPerson(ALL, { cutoutId: id }))).toEqual([
      'Me',
      undefined,
      undefined,
    ]);
  });

  it('are named by person and name', () => {
    expect([ME, SAM, OTHER].map(cutoutName)).toEqual(['Me, laughing', 'Sam', undefined]);
  });
});

describe('an empty place', () => {
  const place = { ...LAYER, slot: true, empty: true };

  it('needs a look until it is filled, hidden or deleted', () => {
    expect(checkPlaces({ layers: [place], crop: 0.5 })).toEqual([
      {
        name: 'place',
        hints: [
          {
            layerId: place.id,
            title: '“Place for a person” is empty',
            detail: 'The export leaves it out. Choose a cut-out, or delete the place',
            fix: {
              label: 'Choose a cut-out',
              said: '“Place for a person” waits for its cut-out.',
              changes: 'place',
            },
          },
        ],
      },
    ]);
    const filled = { ...place, empty: undefined };
    expect(checkPlaces({ layers: [{ ...place, hidden: true }, filled], crop: 0.5 })).toEqual([]);
  });

  it('comes with its layout, unless the design has a cut-out there', () => {
    const { empty: _empty, ...slot } = place;
    const layout = { id: 'layout', name: 'Episode', layers: [slot] };
    const apply = (layers: Layer[]) => applySavedLayout({ layers, crop: 0.5 }, layout, [layout]).layers;
    const person: Layer = { ...LAYER, x: 500, cutoutId: 'other' };

    expect(apply([])).toEqual([place]);
    expect(apply(apply([]))).toEqual([place]);
    expect(apply([person])).toEqual([{ ...person, slot: true }]);
  });

  it('has the shape of a person if its example was deleted', () => {
    expect(layerSize(place, new Map())).toEqual({ width: 300, height: 400 });
  });

  it('misses no cut-out', () => {
    expect(checkCutouts({ layers: [place], crop: 0.5 }, new Set([place.cutoutId]))).toEqual([]);
  });
});
