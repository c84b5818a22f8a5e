import type { CutoutLayer, Design, ShapeLayer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { layerName } from '../editor/edit-design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { quote } from './check.ts';
import type { Check, Hint } from './check.ts';
import { moveLayerOffBadge } from './fixes.ts';

/** A cut-out, a picture or a shape that is partly below the duration badge. */
export interface BadgeProbe {
  layer: CutoutLayer | ShapeLayer;
  /** The upright rectangle around the layer, in the frame. */
  bounds: Rect;
  /** The share of the visible part of the layer that is below the badge. */
  share: number;
}

/**
 * The share of a layer that the badge may cover. A logo or a screenshot is there to be read. The foot of a person, or the end of a
 * band, may be below the badge.
 */
const MOST_BELOW_BADGE = { picture: 0.1, other: 0.25 } as const;

/** Lists the layers that the badge covers. Texts have their own check. */
export const listBelowBadge = ({ layers }: Design, probes: readonly BadgeProbe[]): Hint[] =>
  probes.flatMap(({ layer, bounds, share }) => {
    const isPicture = layer.kind === 'cutout' && layer.isPicture === true;
    if (share <= MOST_BELOW_BADGE[isPicture ? 'picture' : 'other']) return [];
    const { direction, changes } = moveLayerOffBadge(layer, bounds);
    const name = quote(layerName(layer, layers));
    return [
      {
        layerId: layer.id,
        title: `The duration badge covers ${name}`,
        detail: `${Math.round(share * 100)} % of it is in the lower right corner`,
        fix: { label: `Move it ${direction}`, said: `${name} moved ${direction}.`, changes },
      },
    ];
  });

/** @param missing the ids of cut-outs that are not in the account any more @returns nothing when each is there */
export function checkCutouts({ layers }: Design, missing: ReadonlySet<string>): Check[] {
  const hints = layers.flatMap((layer): Hint[] => {
    if (layer.kind !== 'cutout' || layer.hidden || isEmptyPlace(layer)) return [];
    if (!missing.has(layer.cutoutId)) return [];
    return [
      {
        layerId: layer.id,
        title: 'A cut-out is missing',
        detail: 'It is not in your account any more, and the export leaves it out',
        fix: { label: 'Remove its layer', said: 'The layer was removed.', changes: 'remove' },
      },
    ];
  });
  return hints.length === 0 ? [] : [{ name: 'cutout', hints }];
}

/** Checks that each visible place of a person has a cut-out. @returns nothing when each has one */
export function checkPlaces({ layers }: Design): Check[] {
  const hints = layers
    .filter((layer) => isEmptyPlace(layer) && layer.hidden !== true)
    .map((layer): Hint => {
      const name = quote(layerName(layer, layers));
      return {
        layerId: layer.id,
        title: `${name} is empty`,
        detail: 'The export leaves it out. Choose a cut-out, or delete the place',
        fix: { label: 'Choose a cut-out', said: `${name} waits for its cut-out.`, changes: 'place' },
      };
    });
  return hints.length === 0 ? [] : [{ name: 'place', hints }];
}
