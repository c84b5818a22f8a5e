import { useEffect, useEffectEvent } from 'react';
import { clamp } from '../../model/design/edit-design.ts';
import { canUndo, undoStroke } from '../../model/image-tools/mask.ts';
import { BRUSH } from '../../model/image-tools/tool-settings.ts';
import type { ToolSettings } from '../../model/image-tools/tool-settings.ts';

const BRUSH_STEP = 8;

/** `[` and `]` change the brush, and Control Z takes the last stroke back before it takes back a change of the design. */
export function useMaskKeys(
  { mask, brush }: ToolSettings,
  change: (changes: Partial<ToolSettings>) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.target instanceof HTMLElement &&
      event.target.matches('textarea, input:not([type=range], [type=radio])')
    )
      return;
    const hasCommand = event.ctrlKey || event.metaKey;
    const step = event.key === '[' ? -BRUSH_STEP : event.key === ']' ? BRUSH_STEP : 0;
    if (hasCommand && !event.shiftKey && event.key.toLowerCase() === 'z' && canUndo(mask)) {
      event.preventDefault();
      event.stopPropagation();
      change({ mask: undoStroke(mask) });
    } else if (step !== 0 && !hasCommand) {
      change({ brush: clamp(brush + step, BRUSH.least, BRUSH.most) });
    }
  });

  useEffect(() => {
    const left = new AbortController();
    const options = { signal: left.signal, capture: true };
    document.addEventListener('keydown', (event) => onKeyDown(event), options);
    return () => left.abort();
  }, []);
}
