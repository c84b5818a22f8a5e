import type { CSSProperties } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import type { Size } from '../../../lib/render/finished-image.ts';
import { FRAME } from '../editor/areas.ts';
import { clamp } from '../editor/edit-design.ts';
import { layerBounds, percent } from '../editor/layer-box.ts';

/** The least room beside a layer, as a share of the frame. With less room, the strip covers the lower edge of the image. */
const LEAST_ROOM = 0.4;

/** Places the strip of other cut-outs at the side of a layer that has more room, as properties of its style sheet. */
export function placeStrip(layer: CutoutLayer, cutouts: ReadonlyMap<string, Size>): CSSProperties {
  const { x, width } = layerBounds(layer, cutouts);
  const left = clamp(x, 0, FRAME.width);
  const right = clamp(FRAME.width - x - width, 0, FRAME.width);
  if (Math.max(left, right) < LEAST_ROOM * FRAME.width) return sides('0%', '0%');
  return right >= left
    ? sides(percent(FRAME.width - right, FRAME.width), 'auto', percent(right, FRAME.width))
    : sides('auto', percent(FRAME.width - left, FRAME.width), percent(left, FRAME.width));
}

const sides = (left: string, right: string, room = '100%') =>
  ({ '--strip-left': left, '--strip-right': right, '--strip-room': room }) as CSSProperties;
