import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { hasCommand, readKey } from '../../../lib/read-key.ts';
import type { EditedDesign } from './design-context.ts';
import type { Editor } from './use-editor.ts';

/** The direction of each arrow key. */
export const ARROWS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const LONG_STEP = 10;

/**
 * The keys of a layer, on the image and in the list. Its control has the attribute `data-layer` with its id, and is in an
 * element with `data-layers` that can get the focus. The focus follows the selection there.
 */
export function useLayerKeys(
  editor: Editor,
  rename: (id: string) => void,
  fitWords: EditedDesign['fitWords'],
) {
  const container = useRef<HTMLElement>(null);
  const selectedId = editor.selected?.id;

  useEffect(() => {
    const layers = container.current;
    container.current = null;
    if (layers) (layers.querySelector<HTMLElement>(`[data-layer="${selectedId}"]`) ?? layers).focus();
  }, [selectedId, editor.design.layers]);

  return (event: KeyboardEvent<HTMLElement>, layer: Layer) => {
    const keepFocus = () => (container.current = event.currentTarget.closest<HTMLElement>('[data-layers]'));
    const arrow = ARROWS[event.key];
    if (arrow && !hasCommand(event) && !event.altKey) {
      event.preventDefault();
      if (layer.locked) {
        editor.announce('The layer is locked.');
        return;
      }
      const step = event.shiftKey ? LONG_STEP : 1;
      const [x, y] = [Math.round(layer.x) + arrow.x * step, Math.round(layer.y) + arrow.y * step];
      // A text whose font has not loaded is fitted later, at its new place.
      editor.update(layer.id, layer.kind === 'text' ? fitWords(layer, { x, y }) : { x, y }, 'keys');
      editor.announce(`${x}, ${y}`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      keepFocus();
      editor.remove(layer);
    } else if (readKey(event.nativeEvent) === 'd' && hasCommand(event)) {
      event.preventDefault();
      if (editor.duplicate(layer)) keepFocus();
    } else if (event.key === 'F2') {
      event.preventDefault();
      rename(layer.id);
    } else if (event.key === 'Escape') {
      editor.select(undefined);
    }
  };
}
