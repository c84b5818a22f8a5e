import { useMemo } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { layerName } from './edit-design.ts';
import { useCutoutList } from './use-cutout-list.ts';

/** The persons and names of cut-outs, by their ids, e.g. "Me, laughing". */
export type CutoutTitles = ReadonlyMap<string, string>;

/** Returns the person and the name of a cut-out, e.g. "Me, laughing". Undefined if it has neither. */
export function cutoutName({ name, person }: Cutout): string | undefined {
  const words = [person, name].filter((each) => each !== undefined);
  return words.length === 0 ? undefined : words.join(', ');
}

/** Returns the titles of the cut-outs of an account that have a person or a name. */
export function useCutoutTitles(userId: string): CutoutTitles {
  const list = useCutoutList(userId);
  const cutouts = list.status === 'success' ? list.data : undefined;
  return useMemo(() => {
    const titles = cutouts?.map((cutout) => [cutout.id, cutoutName(cutout)] as const) ?? [];
    return new Map(titles.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }, [cutouts]);
}

/** Names the layers that have no name of the creator by the titles of their cut-outs. */
export const titleLayers = (layers: readonly Layer[], titles: CutoutTitles): Layer[] =>
  layers.map((layer) => {
    if (layer.kind !== 'cutout' || layer.name !== undefined || isEmptyPlace(layer)) return layer;
    const name = titles.get(layer.cutoutId);
    return name === undefined ? layer : { ...layer, name };
  });

/** The name of a layer in lists and announcements, which is the title of its cut-out unless the creator has named the layer. */
export function nameTitled(layer: Layer, layers: readonly Layer[], titles: CutoutTitles): string {
  const titled = titleLayers(layers, titles);
  return layerName(titled.find(({ id }) => id === layer.id) ?? layer, titled);
}
