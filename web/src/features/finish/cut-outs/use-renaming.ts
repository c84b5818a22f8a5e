import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import type { CutoutNaming } from './use-cutout-names.ts';

/**
 * Opens and closes the forms of names.
 * @param box contains the cut-outs. When a form closes, its cut-out gets the focus.
 */
export function useRenaming(naming: CutoutNaming, box: RefObject<HTMLElement | null>) {
  const [renamed, setRenamed] = useState<string>();
  /** The cut-out whose form has just closed. */
  const [left, setLeft] = useState<{ id: string }>();
  useEffect(() => {
    // The focus stays where the creator has moved it meanwhile.
    if (!left || (document.activeElement?.closest('.cutouts') ?? null) !== null) return;
    const item = box.current?.querySelector(`[data-cutout="${left.id}"]`);
    const target = item?.querySelector<HTMLElement>('.cutout-name') ?? item?.querySelector('button');
    target?.focus();
  }, [left]);
  const close = (id: string) => {
    setRenamed(undefined);
    setLeft({ id });
  };
  /** A form with texts that were not saved is open until they are saved or dropped. */
  const isOpen = (id: string) => id === renamed || naming.texts.has(id);
  return {
    isOpen,
    cancel: (id: string) => {
      naming.discard(id);
      close(id);
    },
    forButton: (id: string) => ({ isOpen: isOpen(id), onOpen: () => setRenamed(id) }),
    forForm: (cutout: Cutout) => ({
      unsaved: naming.texts.get(cutout.id),
      onType: (names: Required<CutoutNames>) => naming.type(cutout, names),
      onSave: (names: CutoutNames) => {
        naming.save(cutout.id, names);
        close(cutout.id);
      },
    }),
  };
}
