import type { Layer, TextLayer } from '#contract/design/design.ts';
import { haveFontsLoaded } from '../../../lib/render/fonts.ts';
import type { LayerChanges } from './edit-design.ts';
import { fitWords } from './fit-text.ts';

interface Late {
  /** The text before its changes. */
  layer: TextLayer;
  changes: LayerChanges;
}

/** The texts that were changed before their new font had loaded, by their ids. */
const late = new Map<string, Late>();

/** Remembers changes of a text that cannot be measured yet. */
export function fitLater(layer: TextLayer, changes: LayerChanges): void {
  const last = late.get(layer.id);
  late.set(
    layer.id,
    last && isChanged(layer, last)
      ? { layer: last.layer, changes: { ...last.changes, ...changes } }
      : { layer, changes },
  );
}

/** Fits the words of these texts as soon as their font has loaded. A text that has changed otherwise since stays as it is. */
export function fitLate(
  layers: readonly Layer[],
  update: (id: string, changes: LayerChanges, gestureName?: string) => void,
): void {
  for (const [id, last] of late) {
    const now = layers.find((layer) => layer.id === id);
    const isText = now?.kind === 'text';
    if (isText && !haveFontsLoaded([now])) continue;
    late.delete(id);
    if (!isText || !isChanged(now, last)) continue;
    const { size = now.size, y = now.y } = fitWords(last.layer, last.changes);
    // The gesture of a field has the name of what the field changes, so that one step of undo takes both back.
    if (size !== now.size || y !== now.y) update(id, { size, y }, Object.keys(last.changes)[0]);
  }
}

/** True if a text is as it was after its changes. */
function isChanged(now: TextLayer, { layer, changes }: Late): boolean {
  const values = new Map<string, unknown>(Object.entries(now));
  return Object.entries({ ...layer, ...changes }).every(([name, value]) => values.get(name) === value);
}
