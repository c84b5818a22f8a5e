import type { Design, Layer } from '#contract/design/design.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { reorderLayer } from '../editor/edit-design.ts';

/**
 * Returns a function that moves a layer by steps, and says where it is. A positive number brings the layer forward. Changes with the same
 * gesture become one step of undo.
 */
export function useReorder(): (layer: Layer, steps: number, gesture?: string) => void {
  const { editor } = useEditedDesign();
  return (layer, steps, gesture) => {
    const edit = (design: Design) => reorderLayer(design, layer.id, steps);
    editor.edit(
      edit,
      `${editor.nameLayer(layer)} is now ${describePlace(edit(editor.design), layer)}.`,
      gesture,
    );
  };
}

/** Says where a layer is in the list, for example `layer 2 of 3, from the front`. */
function describePlace({ layers }: Design, layer: Layer): string {
  const place = layers.length - layers.findIndex(({ id }) => id === layer.id);
  return `layer ${place} of ${layers.length}, from the front`;
}
