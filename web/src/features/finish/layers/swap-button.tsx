import type { CutoutLayer } from '#contract/design/design.ts';
import { Button } from '../../../ui/button.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { findPerson, listChoices } from '../editor/list-choices.ts';
import { useEditedDesign } from '../editor/design-context.ts';

const SwapIcon = createIcon('M4 8.5h15M15.5 5l3.5 3.5-3.5 3.5M20 15.5H5M8.5 12L5 15.5 8.5 19');

/** Opens and closes the other cut-outs of a layer. */
export function SwapButton({ layer }: { layer: CutoutLayer }) {
  const { cutouts, swapped, swap } = useEditedDesign();
  const { list } = cutouts;
  const all = list.status === 'success' ? list.data : [];
  const person = findPerson(all, layer);
  const { length } = listChoices(all, person);
  const isOpen = swapped === layer.id;
  return (
    <Button
      variant="brand"
      className="swap-button"
      aria-expanded={isOpen}
      onClick={() => swap(isOpen ? undefined : layer.id)}
    >
      <SwapIcon />
      <span>{layer.empty === true ? 'Choose' : 'Swap'}</span>
      {person !== undefined && (
        <small>
          <span>{`${length} of `}</span>
          <bdi>{person}</bdi>
        </small>
      )}
    </Button>
  );
}
