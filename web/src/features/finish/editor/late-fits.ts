import type { TextLayer } from '#contract/design/design.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import { haveFontsLoaded } from '../../../lib/render/fonts.ts';
import { findLayer, updateLayer } from './edit-design.ts';
import type { LayerChanges } from './edit-design.ts';
import { fitWords } from './fit-text.ts';
import type { Editor } from './use-editor.ts';

interface Late {
  /** The text before its changes. */
  layer: TextLayer;
  changes: LayerChanges;
}

/**
 * The last changes of each text whose new font had not loaded, by the ids of the texts. The changes before stay, because each move of a drag
 * changes the text as it was before the drag.
 */
const late = new Map<string, readonly Late[]>();

/** Remembers changes of a text that cannot be measured yet. */
export function fitLater(layer: TextLayer, changes: LayerChanges): void {
  const last = findLate(layer);
  late.set(layer.id, [...(last ? [last] : []), joinLate(layer, changes)]);
}

/**
 * Fits the words of a text, together with its changes that could not be measured before. Changes that cannot be measured yet, e.g. of a
 * hidden text, which loads no font, are remembered if they are not only drawn.
 */
export function fitNowOrLater(layer: TextLayer, changes: LayerChanges, isPicture?: boolean): LayerChanges {
  if (!haveFontsLoaded([{ ...layer, ...changes }])) {
    // A translation is fitted when it is drawn.
    if (!isPicture && !('language' in layer)) fitLater(layer, changes);
    return changes;
  }
  const joined = joinLate(layer, changes);
  return fitWords(joined.layer, joined.changes, isPicture);
}

const findLate = (layer: TextLayer): Late | undefined =>
  late.get(layer.id)?.findLast((each) => isUntouched(layer, each));

function joinLate(layer: TextLayer, changes: LayerChanges): Late {
  const last = findLate(layer);
  // A size that the creator has chosen stays, and words that follow are fitted from it.
  return last && last.changes.size === undefined
    ? { layer: last.layer, changes: { ...last.changes, ...changes } }
    : { layer, changes };
}

/** Fits the words of texts as soon as their font has loaded. A text that has changed otherwise since stays as it is. */
export function fitLate({ amend }: Pick<Editor, 'amend'>): void {
  for (const [id, lasts] of late) {
    // Undo and redo may bring back a text that was deleted, or a font that has not loaded.
    const waiting = lasts.filter(({ layer, changes }) => !haveFontsLoaded([{ ...layer, ...changes }]));
    late.set(id, waiting);
    for (const last of lasts.filter((each) => !waiting.includes(each))) {
      const fitted = Object.entries(fitWords(last.layer, last.changes));
      // A step that the creator undoes or redoes has the text as it is fitted now.
      amend((design) => {
        const layer = findLayer(design, id);
        if (layer?.kind !== 'text' || !isUntouched(layer, last)) return design;
        const values = new Map<string, unknown>(Object.entries(layer));
        const moved = fitted.filter(([name, value]) => values.get(name) !== value);
        return moved.length === 0 ? design : updateLayer(design, id, Object.fromEntries(moved));
      });
    }
  }
}

/** Changes of these properties do not move the words: translations become outdated, and the list of layers names, locks and shows a text. */
const UNRELATED: readonly string[] = ['translations', 'name', 'locked', 'hidden'];

/** True if nothing else that moves the words has changed a text since its changes. */
function isUntouched(now: TextLayer, { layer, changes }: Late): boolean {
  const values = new Map<string, unknown>(Object.entries(now));
  const [stored = layer] = updateLayer({ ...EMPTY_DESIGN, layers: [layer] }, layer.id, changes).layers;
  return Object.entries(stored).every(
    ([name, value]) => UNRELATED.includes(name) || values.get(name) === value,
  );
}
