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

/** The texts that were changed before their new font had loaded, by their ids. */
const late = new Map<string, Late>();

/** Remembers changes of a text that cannot be measured yet. */
export function fitLater(layer: TextLayer, changes: LayerChanges): void {
  late.set(layer.id, joinLate(layer, changes));
}

/** Fits the words of a text, together with its changes that could not be measured before. */
export function fitNow(layer: TextLayer, changes: LayerChanges, isPicture?: boolean): LayerChanges {
  const joined = joinLate(layer, changes);
  return fitWords(joined.layer, joined.changes, isPicture);
}

function joinLate(layer: TextLayer, changes: LayerChanges): Late {
  const last = late.get(layer.id);
  return last && isUntouched(layer, last)
    ? { layer: last.layer, changes: { ...last.changes, ...changes } }
    : { layer, changes };
}

/** Fits the words of texts as soon as their font has loaded. A text that has changed otherwise since stays as it is. */
export function fitLate({ original, edit }: Pick<Editor, 'original' | 'edit'>): void {
  for (const [id, last] of late) {
    const now = findLayer(original, id);
    const isText = now?.kind === 'text';
    if (isText && !haveFontsLoaded([now])) continue;
    late.delete(id);
    if (!isText || !isUntouched(now, last)) continue;
    const values = new Map<string, unknown>(Object.entries(now));
    const moved = Object.entries(fitWords(last.layer, last.changes)).filter(
      ([name, value]) => values.get(name) !== value,
    );
    if (moved.length === 0) continue;
    // The gesture of a field has the name of what the field changes, so that one step of undo takes both back.
    const gesture = `${Object.keys(last.changes).at(-1)} ${id}`;
    edit((before) => updateLayer(before, id, Object.fromEntries(moved)), undefined, gesture);
  }
}

/** True if nothing else has changed a text since its changes, but that its translations have become outdated. */
function isUntouched(now: TextLayer, { layer, changes }: Late): boolean {
  const values = new Map<string, unknown>(Object.entries(now));
  const [stored = layer] = updateLayer({ ...EMPTY_DESIGN, layers: [layer] }, layer.id, changes).layers;
  return Object.entries(stored).every(
    ([name, value]) => name === 'translations' || values.get(name) === value,
  );
}
