import { useEffect, useEffectEvent } from 'react';
import type { Editor } from './use-editor.ts';

/** Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes. A field outside of the editor keeps its own undo. */
export function useUndoKeys({ undo, redo }: Editor): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnUndo(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

const hasOwnUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, dialog *') &&
  target.closest('.finish-rail') === null;
