import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { updateCutout } from '../../../api/cutouts.ts';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import { composeFailure } from '../../../api/error-sentences.ts';
import { isNotFound } from '../../../api/errors.ts';
import { askBeforeClose } from '../../../lib/ask-before-close.ts';
import { notify } from '../../../ui/notify.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { spellPerson } from '../editor/group-cutouts.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { keepNames, readKeptNames } from './kept-names.ts';

/** The texts that a creator has typed for a cut-out, while the server does not have them. */
export interface UnsavedNames extends CutoutNames {
  /** Why they were not saved. */
  failure?: string;
  /** True while the page sends them. */
  isSaving?: boolean;
}

/**
 * Saves names and persons of cut-outs. The page shows them at once. Texts that are only typed, and texts that could not be saved, stay in
 * their form until they are saved, also while the dialog is closed. The browser keeps them for the next visit.
 * @param isShown true while the dialog with the forms is open
 */
export function useCutoutNames(isShown: boolean) {
  const { list } = useEditedDesign().cutouts;
  const latest = useRef({ list, isShown });
  useLayoutEffect(() => {
    latest.current = { list, isShown };
  });
  const [unsaved, setUnsaved] = useUnsavedNames();
  /** Says what was saved last, to a screen reader. */
  const [saved, setSaved] = useState<string>();
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const put = (id: string, names: UnsavedNames) => setUnsaved((before) => new Map(before).set(id, names));
  const drop = (id: string) =>
    setUnsaved((before) => (before.has(id) ? new Map([...before].filter(([key]) => key !== id)) : before));
  /** Forgets the texts that were saved, unless the creator has typed others since. */
  const forget = (id: string, names: UnsavedNames) =>
    setUnsaved((before) =>
      before.get(id) === names ? new Map([...before].filter(([key]) => key !== id)) : before,
    );
  /** Says why a save has failed, unless another save of the cut-out follows. */
  const fail = (id: string, names: UnsavedNames, failure: string) =>
    setUnsaved((before) => {
      const { isSaving, ...texts } = before.get(id) ?? names;
      return isSaving === true && before.get(id) !== names
        ? before
        : new Map(before).set(id, { ...texts, failure });
    });

  const send = async (id: string, names: UnsavedNames) => {
    try {
      const answer = await updateCutout(id, { name: names.name ?? null, person: names.person ?? null });
      const { current } = latest;
      if (current.list.status === 'success') {
        const { data, setData } = current.list;
        setData(data.map((cutout) => (cutout.id === id ? rename(cutout, answer) : cutout)));
      }
      forget(id, names);
      setSaved(`Saved: ${[answer.person, answer.name].filter(Boolean).join(', ') || 'no name'}`);
    } catch (error) {
      const failure = isNotFound(error)
        ? 'This cut-out was deleted.'
        : (composeFailure('The name was not saved', error) ?? 'The name was not saved.');
      fail(id, names, failure);
      if (!latest.current.isShown) notify.error(failure);
    }
  };

  return {
    unsaved,
    saved,
    /** Saves one change after the other, because the server could receive two requests in any order. */
    save: (id: string, { name, person }: CutoutNames) => {
      const { current } = latest;
      const all = current.list.status === 'success' ? current.list.data : [];
      const others = all.filter((cutout) => cutout.id !== id);
      const names = { name, person: spellPerson(others, person), isSaving: true };
      put(id, names);
      lastSave.current = lastSave.current.then(() => send(id, names));
      void askBeforeClose(lastSave.current);
    },
    /** Remembers what the creator has typed so far. */
    type: ({ id, ...stored }: Cutout, names: Required<CutoutNames>) => {
      const isStored = names.name === (stored.name ?? '') && names.person === (stored.person ?? '');
      if (isStored) drop(id);
      else put(id, names);
    },
    /** Drops the texts that were not saved. */
    discard: drop,
    /** Returns the cut-outs with the names that are being saved. A name that was not saved is only in its form. */
    apply: (cutouts: readonly Cutout[]): Cutout[] =>
      cutouts.map((cutout) => {
        const names = unsaved.get(cutout.id);
        return names?.isSaving === true ? rename(cutout, names) : cutout;
      }),
  };
}

/** The unsaved texts by the ids of the cut-outs. The browser keeps them. */
function useUnsavedNames() {
  const { userId } = useFinishPage();
  const state = useState<ReadonlyMap<string, UnsavedNames>>(
    () => new Map(Object.entries(readKeptNames(userId))),
  );
  const [unsaved] = state;
  const kept = useRef(unsaved);
  useEffect(() => {
    for (const id of new Set([...kept.current.keys(), ...unsaved.keys()])) {
      const names = unsaved.get(id);
      if (names !== kept.current.get(id)) keepNames(userId, id, names);
    }
    kept.current = unsaved;
  }, [unsaved]);
  return state;
}

export type CutoutNaming = ReturnType<typeof useCutoutNames>;

function rename({ name: _name, person: _person, ...cutout }: Cutout, { name, person }: CutoutNames): Cutout {
  return { ...cutout, ...(name !== undefined && { name }), ...(person !== undefined && { person }) };
}
