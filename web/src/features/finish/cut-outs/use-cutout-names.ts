import { useLayoutEffect, useRef, useState } from 'react';
import { updateCutout } from '../../../api/cutouts.ts';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import { composeFailure } from '../../../api/error-sentences.ts';
import { isNotFound } from '../../../api/errors.ts';
import { askBeforeClose } from '../../../lib/ask-before-close.ts';
import { notify } from '../../../ui/notify.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { spellPerson } from '../editor/group-cutouts.ts';

/** The texts that a creator has typed for a cut-out, while the server does not have them. */
export interface UnsavedNames extends CutoutNames {
  /** Undefined while it is saved. */
  failure?: string;
}

const NONE: ReadonlyMap<string, UnsavedNames> = new Map();

/**
 * Saves names and persons of cut-outs. The page shows them at once. After a failure the texts stay in their form until they are saved, also
 * while the dialog is closed.
 * @param isShown true while the dialog with the forms is open
 */
export function useCutoutNames(isShown: boolean) {
  const { list } = useEditedDesign().cutouts;
  const latest = useRef({ list, isShown });
  useLayoutEffect(() => {
    latest.current = { list, isShown };
  });
  const [unsaved, setUnsaved] = useState(NONE);
  /** Says what was saved last, to a screen reader. */
  const [saved, setSaved] = useState<string>();
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const put = (id: string, names: UnsavedNames) => setUnsaved((before) => new Map(before).set(id, names));
  /** Replaces texts, unless the creator has typed others since. */
  const replace = (id: string, names: UnsavedNames, next: UnsavedNames | undefined) =>
    setUnsaved((before) => {
      if (before.get(id) !== names) return before;
      const after = new Map(before);
      if (next === undefined) after.delete(id);
      else after.set(id, next);
      return after;
    });

  const send = async (id: string, names: UnsavedNames) => {
    try {
      const answer = await updateCutout(id, { name: names.name ?? null, person: names.person ?? null });
      const { current } = latest;
      if (current.list.status === 'success') {
        const { data, setData } = current.list;
        setData(data.map((cutout) => (cutout.id === id ? rename(cutout, answer) : cutout)));
      }
      replace(id, names, undefined);
      setSaved(`Saved: ${[answer.person, answer.name].filter(Boolean).join(', ') || 'no name'}`);
    } catch (error) {
      const failure = isNotFound(error)
        ? 'This cut-out was deleted.'
        : (composeFailure('The name was not saved', error) ?? 'The name was not saved.');
      replace(id, names, { ...names, failure });
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
      const names = { name, person: spellPerson(others, person) };
      put(id, names);
      lastSave.current = lastSave.current.then(() => send(id, names));
      void askBeforeClose(lastSave.current);
    },
    /** Drops the texts that could not be saved. */
    discard: (id: string) => setUnsaved((before) => new Map([...before].filter(([key]) => key !== id))),
    /** Returns the cut-outs with the names that are being saved. A name that could not be saved is only in its form. */
    apply: (cutouts: readonly Cutout[]): Cutout[] =>
      cutouts.map((cutout) => {
        const names = unsaved.get(cutout.id);
        return names === undefined || names.failure !== undefined ? cutout : rename(cutout, names);
      }),
  };
}

export type CutoutNaming = ReturnType<typeof useCutoutNames>;

function rename({ name: _name, person: _person, ...cutout }: Cutout, { name, person }: CutoutNames): Cutout {
  return { ...cutout, ...(name !== undefined && { name }), ...(person !== undefined && { person }) };
}
