import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { layerName } from '../editor/edit-design.ts';
import { cutoutName } from '../editor/cutout-titles.ts';

interface PlaceChoicesProps {
  layers: Layer[];
  onChange: (layers: Layer[]) => void;
}

const OPTIONS = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'place', label: 'A person’s place' },
] as const;

/** Asks for each cut-out of a new layout whether every thumbnail shows it, or whether its place waits for another cut-out. */
export function PlaceChoices({ layers, onChange }: PlaceChoicesProps) {
  const people = layers.filter((layer) => layer.kind === 'cutout').filter(({ isPicture }) => !isPicture);
  if (people.length === 0) return null;
  const setPlace = (layer: CutoutLayer, isPlace: boolean) =>
    onChange(layers.map((each) => (each.id === layer.id ? withPlace(layer, isPlace) : each)));
  return (
    <div className="place-choices">
      <p>A person’s place is empty on the next thumbnail, until you choose a cut-out for it.</p>
      <ul>
        {people.map((layer) => (
          <PlaceChoice key={layer.id} layer={layer} layers={layers} onChange={setPlace} />
        ))}
      </ul>
    </div>
  );
}

interface PlaceChoiceProps {
  layer: CutoutLayer;
  layers: readonly Layer[];
  onChange: (layer: CutoutLayer, isPlace: boolean) => void;
}

function PlaceChoice({ layer, layers, onChange }: PlaceChoiceProps) {
  const { list } = useEditedDesign().cutouts;
  const cutout = list.status === 'success' ? list.data.find(({ id }) => id === layer.cutoutId) : undefined;
  const name = layer.name ?? (cutout && cutoutName(cutout)) ?? layerName(layer, layers);
  return (
    <li>
      {cutout && <img src={cutout.url} alt="" />}
      <bdi>{name}</bdi>
      <Segmented
        label={name}
        options={OPTIONS}
        value={layer.slot === true ? 'place' : 'fixed'}
        onChange={(value) => onChange(layer, value === 'place')}
      />
    </li>
  );
}

const withPlace = ({ slot: _slot, ...layer }: CutoutLayer, isPlace: boolean): CutoutLayer =>
  isPlace ? { ...layer, slot: true } : layer;

/** Prepares the layers of a design for a layout: a place of a layout has the cut-out that it was made from. */
export const keepPlaces = (layers: readonly Layer[]): Layer[] =>
  layers.map((layer) => {
    if (layer.kind !== 'cutout') return layer;
    const { empty: _empty, ...rest } = layer;
    return rest;
  });
