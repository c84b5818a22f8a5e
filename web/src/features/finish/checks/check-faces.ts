import type { TextLayer } from '#contract/design/design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { PROBE_SCALE, PROBE_SIZE } from '../editor/areas.ts';
import { overlap } from '../editor/measure-picture.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import type { Check } from './check.ts';
import { quoteText, VISIBLE } from './text-probe.ts';
import type { VisibleText } from './text-probe.ts';

/** The share of a face that letters may cover. Letters have gaps, so a headline over a tenth of a face covers about this much. */
const MOST_OF_FACE = 0.05;

interface Faces {
  /** Undefined if nothing has looked for faces. */
  faces: readonly Rect[] | undefined;
  /** Gives a text another place that respects the picture. */
  findPlace: (layer: TextLayer) => TextLayer;
  letters: (layer: TextLayer) => Rect;
}

/** Checks that no text is on a face. @returns nothing when there is no text */
export function checkFaces(texts: readonly VisibleText[], { faces, findPlace, letters }: Faces): Check[] {
  if (texts.length === 0) return [];
  if (faces === undefined) {
    const title = 'Faces are not checked';
    const detail = 'This browser cannot find faces. See for yourself that no text covers one';
    return [{ name: 'faces', unknown: { title, detail }, hints: [] }];
  }
  const hints = texts
    .filter((text) => faces.some((face) => shareCovered(text, face) > MOST_OF_FACE))
    .map(({ layer }) => {
      const { x, y, width, size, align, rotation } = findPlace(layer);
      const changes = { x, y, width, size, align, rotation } satisfies LayerChanges;
      const bounds = letters({ ...layer, ...changes });
      const isFree = faces.every((face) => overlap(bounds, face) === 0);
      return {
        layerId: layer.id,
        title: `${quoteText(layer)} covers a face`,
        detail: isFree
          ? 'Faces draw the eye first'
          : 'Faces draw the eye first, and no other place has room. Use fewer words',
        ...(isFree && {
          fix: { label: 'Move it off the face', said: `${quoteText(layer)} moved off the face.`, changes },
        }),
      };
    });
  const passed = {
    title: 'No text is on a face',
    detail: faces.length === 0 ? 'No face was found' : `${faces.length} found in the picture`,
    short: 'faces free',
  };
  return [{ name: 'faces', passed, hints }];
}

/** Returns the share of a face that the letters cover which are in view. */
function shareCovered({ uncovered }: VisibleText, face: Rect): number {
  const [left, top] = [Math.max(0, face.x / PROBE_SCALE), Math.max(0, face.y / PROBE_SCALE)];
  const right = Math.min(PROBE_SIZE.width, (face.x + face.width) / PROBE_SCALE);
  const bottom = Math.min(PROBE_SIZE.height, (face.y + face.height) / PROBE_SCALE);
  let [covered, all] = [0, 0];
  for (let row = Math.floor(top); row < bottom; row += 1) {
    for (let column = Math.floor(left); column < right; column += 1) {
      all += 1;
      covered += Number((uncovered[row * PROBE_SIZE.width + column] ?? 0) >= VISIBLE);
    }
  }
  return all === 0 ? 0 : covered / all;
}
