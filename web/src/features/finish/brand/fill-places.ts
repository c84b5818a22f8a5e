import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';

/** Puts cut-outs into the places of a layout. */
export interface PlaceFiller {
  /** Compares the persons of two cut-outs, which are given by their ids. Cut-outs without a person show different persons. */
  isSamePerson: (one: string, other: string) => boolean;
  /** Puts a cut-out into a place, in the size of the cut-out that the place was made from. */
  fill: (place: CutoutLayer, cutoutId: string) => CutoutLayer;
}

/** Fills a place without the images of the cut-outs. */
export const PLAIN_FILLER: PlaceFiller = {
  isSamePerson: () => false,
  fill: ({ empty: _empty, ...place }, cutoutId) => ({ ...place, cutoutId }),
};

const isPlace = (layer: Layer): layer is CutoutLayer => layer.kind === 'cutout' && layer.slot === true;

/** Returns true for a cut-out that the creator has chosen for a place. */
export const isFilledPlace = (layer: Layer): boolean => isPlace(layer) && !isEmptyPlace(layer);

/**
 * Fills the places of a layout with the cut-outs that a design has in places. A cut-out in the same place stays as it is. The others go
 * to a place of their person first, and then to the places that are left, in order. A place without a cut-out is empty.
 * @returns the layers of the layout, and the ids of the layers of the design that have gone into other places
 */
export function fillPlaces(
  layout: readonly Layer[],
  design: readonly Layer[],
  { isSamePerson, fill }: PlaceFiller,
): { layers: Layer[]; moved: ReadonlySet<string> } {
  const own = new Map(
    design.flatMap((layer) => (layer.kind === 'cutout' && !isEmptyPlace(layer) ? [[layer.id, layer]] : [])),
  );
  const open = layout.filter(isPlace).filter(({ id }) => !own.has(id));
  const ids = new Set(layout.map(({ id }) => id));
  const waiting = design.filter(isPlace).filter(({ id, empty, hidden }) => !empty && !hidden && !ids.has(id));
  const chosen = new Map<string, CutoutLayer>();
  const give = (fits: (place: CutoutLayer, person: CutoutLayer) => boolean) => {
    for (const place of open) {
      const at = chosen.has(place.id) ? -1 : waiting.findIndex((person) => fits(place, person));
      const [person] = at === -1 ? [] : waiting.splice(at, 1);
      if (person) chosen.set(place.id, person);
    }
  };
  give((place, person) => isSamePerson(place.cutoutId, person.cutoutId));
  give(() => true);
  const layers = layout.map((layer) => {
    if (!isPlace(layer)) return layer;
    const before = own.get(layer.id);
    if (before) return { ...before, slot: true };
    const person = chosen.get(layer.id);
    return person ? fill(layer, person.cutoutId) : { ...layer, empty: true };
  });
  return { layers, moved: new Set([...chosen.values()].map(({ id }) => id)) };
}
