import { useEffect, useEffectEvent, useState } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { findFigure } from '../editor/find-figure.ts';
import { SWAP_GESTURE } from '../editor/use-editor.ts';
import { cutoutLabel, findPerson, listChoices, listPersons } from '../editor/list-choices.ts';
import { SwapVisit } from '../editor/swap-cutout.ts';
import { useSwapEnd } from './use-swap-end.ts';

/** The other cut-outs of a layer, and what puts them in its place. The whole visit is one step of undo. */
export function useSwapChoices(layer: CutoutLayer) {
  const { editor, cutouts, swap } = useEditedDesign();
  const { list, bitmaps, failed, want } = cutouts;
  const all = list.status === 'success' ? list.data : [];
  /** The layer and the design at the start of the visit, which Escape restores. */
  const [first] = useState(layer);
  const [start] = useState(editor.original);
  const [visit] = useState(() => new SwapVisit(layer));
  const own = findPerson(all, first);
  /** The choice of the creator: a person, or all cut-outs. */
  const [chosen, choosePerson] = useState<{ person: string | undefined }>();
  const person = chosen ? chosen.person : own;
  const choices = listChoices(all, person);
  /** The chosen cut-out, until its image is loaded. */
  const [pending, setPending] = useState<string>();
  const shownId = layer.empty === true ? undefined : layer.cutoutId;
  const currentId = pending ?? shownId;
  /** The cut-outs whose images could not be loaded during this visit. */
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const lose = (id: string) => setLost((before) => new Set(before).add(id));
  const isMissing = (id: string) => lost.has(id) || failed.has(id);
  const at = choices.findIndex(({ id }) => id === currentId);

  // The neighbors load before their turn, so that a step is shown at once.
  const neighbors = [at - 1, at, at + 1].flatMap((index) => choices.at(index % choices.length) ?? []);
  const key = [...new Set(neighbors.map(({ id }) => id))].join(' ');
  useEffect(() => want(new Set(key.split(' ').filter((id) => id !== ''))), [key]);
  useEffect(() => () => want(new Set()), []);

  const find = (id: string) => findFigure(layer, id, bitmaps, all);
  const replace = useEffectEvent((id: string) => {
    editor.update(layer.id, visit.swap(layer, id, find), SWAP_GESTURE);
    setPending(undefined);
  });
  const isReady = pending !== undefined && bitmaps.has(pending);
  const hasFailed = pending !== undefined && failed.has(pending);
  useEffect(() => {
    if (pending === undefined) return;
    if (isReady) replace(pending);
    else if (hasFailed) {
      lose(pending);
      setPending(undefined);
    }
  }, [pending, isReady, hasFailed]);
  const drop = useSwapEnd(layer, pending);

  const choose = ({ id }: Cutout) => setPending(id === shownId ? undefined : id);
  return {
    status: list.status,
    choices,
    person,
    persons: listPersons(all),
    /** True if another person may stand here: the layer has no person, or waits for its cut-out. */
    hasPersonChoice: own === undefined || first.empty === true,
    choosePerson: (next: string | undefined) => choosePerson({ person: next }),
    currentId,
    isMissing,
    /** Marks a cut-out whose image could not be loaded. */
    lose,
    choose,
    /** Chooses the next cut-out that is not missing, or the one before with -1. */
    step: (direction: 1 | -1) => {
      for (let count = 1; count <= choices.length; count += 1) {
        const start = at === -1 && direction === -1 ? 0 : at;
        const index = (start + direction * count + choices.length * 2) % choices.length;
        const next = choices[index];
        if (!next || isMissing(next.id)) continue;
        choose(next);
        editor.announce(`${cutoutLabel(next, index)}, ${index + 1} of ${choices.length}.`);
        return;
      }
    },
    /** Ends the visit, and keeps the chosen cut-out. */
    keep: () => swap(undefined),
    /** Ends the visit, and shows the cut-out from before. Other changes of the visit stay, and are one step of undo. */
    restore: () => {
      drop();
      const { cutoutId, empty } = first;
      if (cutoutId !== layer.cutoutId || empty !== layer.empty)
        editor.cancel(start, layer.id, { ...visit.swap(layer, cutoutId, find), empty }, SWAP_GESTURE);
      editor.announce('The cut-out from before is back.');
      swap(undefined);
    },
  };
}
