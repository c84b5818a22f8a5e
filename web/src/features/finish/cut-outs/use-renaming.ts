import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { CutoutNames } from '../../../api/cutouts.ts';
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
  /** A form that has failed is open until its texts are saved or dropped. */
  const isOpen = (id: string) => id === renamed || naming.unsaved.get(id)?.failure !== undefined;
  return {
    isOpen,
    cancel: (id: string) => {
      naming.discard(id);
      close(id);
    },
    forButton: (id: string) => ({ isOpen: isOpen(id), onOpen: () => setRenamed(id) }),
    forForm: (id: string) => ({
      unsaved: naming.unsaved.get(id),
      onSave: (names: CutoutNames) => {
        naming.save(id, names);
        close(id);
      },
    }),
  };
}
