import type { CutoutLayer, Design } from '#contract/design/design.ts';
import { findHeadlineLayer } from '#contract/design/headline.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { Button } from '../../../ui/button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';

/** Offers the cut-outs for an empty place, and for the person of the next thumbnail of a series. */
export function PlaceOffer() {
  const { editor, swapped, swap } = useEditedDesign();
  const layer = findOffered(editor.design);
  if (!layer || swapped === layer.id) return null;
  return (
    <Button variant="brand" className="place-offer" onClick={() => swap(layer.id)}>
      {isEmptyPlace(layer) ? 'Choose a cut-out for the place' : 'Swap the person'}
    </Button>
  );
}

/**
 * Finds the first empty place. In the next thumbnail of a series, whose headline is empty, finds the front person in a place, or else the
 * front person.
 */
function findOffered({ layers }: Design): CutoutLayer | undefined {
  const shown = layers.filter(({ hidden }) => hidden !== true);
  const people = shown.filter((layer) => layer.kind === 'cutout').filter(({ isPicture }) => !isPicture);
  const empty = people.find(isEmptyPlace);
  if (empty || findHeadlineLayer(shown)?.text.trim() !== '') return empty;
  return people.findLast(({ slot }) => slot === true) ?? people.at(-1);
}
