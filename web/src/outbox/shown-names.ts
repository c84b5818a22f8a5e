import type { Cutout, CutoutNames } from '../api/cutouts.ts';
import { createStore } from '../lib/store.ts';
import { findEntry } from './entries.ts';
import { cutoutKey } from './requests.ts';

/** The names that the lists show instead of the names of the server, by the ids of the cut-outs. */
export const shownNames = createStore<ReadonlyMap<string, CutoutNames>>(() => new Map());

/** Returns cut-outs of the server with the names that the user has saved on this page. */
export const applyNames = (
  cutouts: readonly Cutout[],
  shown: ReadonlyMap<string, CutoutNames>,
): readonly Cutout[] =>
  shown.size === 0 ? cutouts : cutouts.map((cutout) => ({ ...cutout, ...shown.get(cutout.id) }));

/** Reads the list of cut-outs. Afterwards the list shows its own names of the changes that the server had before. */
export async function readNamed<T>(read: () => Promise<T>): Promise<T> {
  const sent = [...shownNames.get()].filter(([id]) => findEntry(cutoutKey(id)) === undefined);
  const list = await read();
  const shown = new Map(shownNames.get());
  for (const [id, names] of sent) if (shown.get(id) === names) shown.delete(id);
  if (shown.size < shownNames.get().size) shownNames.set(shown);
  return list;
}
