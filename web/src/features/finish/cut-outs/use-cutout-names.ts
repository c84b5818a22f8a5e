import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import {
  areNamesDelayed,
  discardTexts,
  formTexts,
  putNames,
  showUnsentNames,
  typeNames,
} from '../../../outbox/cutout-names.ts';
import { outbox } from '../../../outbox/outbox.ts';
import { cutoutKey } from '../../../outbox/requests.ts';
import { notify } from '../../../ui/notify.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { spellPerson } from '../editor/group-cutouts.ts';
import { useFinishPage } from '../editor/page-context.ts';

/**
 * Saves names and persons of cut-outs through the outbox. The lists show them at once. Texts that are only typed, and texts that the
 * server refuses, stay in their form until they are saved or dropped, also while the dialog is closed and on the next visit.
 * @param isShown true while the dialog with the forms is open
 */
export function useCutoutNames(isShown: boolean) {
  const { userId } = useFinishPage();
  const { list } = useEditedDesign().cutouts;
  const isFormShown = useRef(isShown);
  useLayoutEffect(() => {
    isFormShown.current = isShown;
  });
  useEffect(() => showUnsentNames(userId), [userId]);
  const texts = useSyncExternalStore(formTexts.subscribe, formTexts.get);
  const isDelayed = useSyncExternalStore(outbox.subscribe, areNamesDelayed);
  const [last, setLast] = useState<{ id: string; names: CutoutNames }>();
  const isSaved = useSyncExternalStore(
    outbox.subscribe,
    () => last !== undefined && outbox.getState(cutoutKey(last.id)).status === 'saved',
  );
  return {
    /** The texts that are only in their forms, by the ids of the cut-outs. */
    texts,
    /** Says that the server does not have all names that the lists show. */
    delay: isDelayed ? DELAYED : undefined,
    /** Says what was saved last, to a screen reader. */
    saved: isSaved && last ? `Saved: ${describeNames(last.names)}` : undefined,
    save: (id: string, { name, person }: CutoutNames) => {
      const all = list.status === 'success' ? list.data : [];
      const others = all.filter((cutout) => cutout.id !== id);
      const names = { name, person: spellPerson(others, person) };
      putNames(userId, id, names, (failure) => {
        if (!isFormShown.current) notify.error(failure);
      });
      setLast({ id, names });
    },
    /** Remembers what the creator has typed so far. */
    type: ({ id, ...stored }: Cutout, names: Required<CutoutNames>) => {
      setLast(undefined);
      const isStored = names.name === (stored.name ?? '') && names.person === (stored.person ?? '');
      if (isStored) discardTexts(userId, id);
      else typeNames(userId, id, names);
    },
    /** Drops the texts that were not saved. */
    discard: (id: string) => {
      setLast(undefined);
      discardTexts(userId, id);
    },
  };
}

const DELAYED =
  'Your latest changes have not reached Thumbforge. This browser keeps them and sends them when it can.';

const describeNames = ({ name, person }: CutoutNames): string =>
  [person, name].filter(Boolean).join(', ') || 'no name';

export type CutoutNaming = ReturnType<typeof useCutoutNames>;
