import { useState } from 'react';
import type { Editor } from './use-editor.ts';

/** Remembers the cut-out whose other cut-outs are in view. They go out of view when another layer is selected. */
export function useSwap({ selected, select, endGesture }: Editor) {
  const [id, setId] = useState<string>();
  const isCurrent = id !== undefined && selected?.kind === 'cutout' && selected.id === id;
  if (id !== undefined && !isCurrent) setId(undefined);
  return {
    swapped: isCurrent ? id : undefined,
    swap: (next: string | undefined) => {
      // Each visit is one step of undo.
      endGesture();
      if (next !== undefined) select(next);
      setId(next);
    },
  };
}
