import { useState } from 'react';
import type { RefObject } from 'react';
import { forgetNames } from '../../../outbox/cutout-names.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { deleteCutout } from './delete-cutout.ts';

/**
 * Deletes cut-outs and pictures. A deletion takes two presses, because a cut-out costs credits.
 * @param box gets the focus after a deletion, because the pressed button goes away with the cut-out
 */
export function useCutoutDeletion(kind: 'cut-out' | 'picture', box: RefObject<HTMLElement | null>) {
  const { editor, cutouts } = useEditedDesign();
  const { list } = cutouts;
  /** The cut-out that is deleted with the next press. */
  const [asking, setAsking] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  const remove = async (id: string) => {
    setHasFailed(false);
    try {
      await deleteCutout(id);
      forgetNames(id);
      box.current?.focus();
      list.setData((newest) => newest?.filter((cutout) => cutout.id !== id));
    } catch {
      setHasFailed(true);
    }
  };
  const isUsed = editor.design.layers.some((layer) => layer.kind === 'cutout' && layer.cutoutId === asking);
  return {
    asking,
    press: (id: string) => (id === asking ? void remove(id) : setAsking(id)),
    stopAsking: () => setAsking(undefined),
    warning:
      asking === undefined
        ? undefined
        : `${isUsed ? `This design uses the ${kind}` : `If another design uses the ${kind}`}: its layer stays, and says that it is not available.`,
    failure: hasFailed ? `The ${kind} could not be deleted. Please try again.` : undefined,
  };
}

export type CutoutDeletion = ReturnType<typeof useCutoutDeletion>;
