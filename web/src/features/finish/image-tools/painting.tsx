import { useEffect, useEffectEvent } from 'react';
import { clamp } from '../editor/edit-design.ts';
import { hasCommand, readKey } from '../../../lib/read-key.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { Button } from '../../../ui/button.tsx';
import { addStroke, canUndo, clearMask, MASK_TOOLS, undoStroke } from './mask.ts';
import type { MaskTool } from './mask.ts';
import { BRUSH } from './tool-settings.ts';
import type { OverlayProps, SettingsProps } from './tool-settings.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { formatPixels } from '../editor/format-pixels.ts';
import { Slider } from '../editor/slider.tsx';
import { MaskOverlay } from './mask-overlay.tsx';

const LABELS: Record<MaskTool, string> = { brush: 'Brush', box: 'Box', lasso: 'Lasso' };

const HINTS: Partial<Record<MaskTool, string>> = {
  box: 'With the keyboard: Tab to the box on the image, arrow keys move it, with Shift they resize it, and Enter paints it.',
  lasso: 'Draw around the thing. With the keyboard, use Box.',
};

/** Chooses the brush that paints the area to change. */
export default function Painting({ picture, finished, settings, change }: OverlayProps) {
  useMaskKeys({ settings, change });
  const { mask, maskTool, brush, removes } = settings;
  const canTakeBack = canUndo(mask);
  return (
    <>
      <Segmented
        label="Paint with"
        options={MASK_TOOLS.map((value) => ({ value, label: LABELS[value] }))}
        value={maskTool}
        onChange={(value) => change({ maskTool: value })}
      />
      {maskTool === 'brush' && (
        <Slider
          label="Size"
          value={brush}
          {...BRUSH}
          valueText={formatPixels(brush)}
          onChange={(value) => change({ brush: value })}
        />
      )}
      {HINTS[maskTool] !== undefined && <p className="tool-hint">{HINTS[maskTool]}</p>}
      <Segmented
        label="Add or remove"
        options={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ]}
        value={removes ? 'remove' : 'add'}
        onChange={(value) => change({ removes: value === 'remove' })}
      />
      <div className="mask-actions">
        <Button
          variant="quiet"
          aria-label="Undo the last stroke"
          aria-disabled={!canTakeBack}
          onClick={() => change({ mask: undoStroke(mask) })}
        >
          Undo
        </Button>
        <Button variant="quiet" onClick={() => change({ mask: addStroke(mask, { kind: 'invert' }) })}>
          Invert
        </Button>
        <Button
          variant="quiet"
          aria-label="Clear the painted area"
          aria-disabled={mask.strokes.length === 0}
          onClick={() => mask.strokes.length > 0 && change({ mask: clearMask(mask) })}
        >
          Clear
        </Button>
      </div>
      {picture && (
        <MaskOverlay
          picture={picture}
          size={imageSize(finished.image)}
          design={finished.design}
          settings={settings}
          change={change}
        />
      )}
    </>
  );
}

const BRUSH_STEP = 8;

/** `[` and `]` change the brush, and Control Z takes the last stroke back before it takes back a change of the design. */
function useMaskKeys({ settings, change }: SettingsProps): void {
  const { mask, brush } = settings;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.target instanceof HTMLElement &&
      event.target.matches('textarea, input:not([type=range], [type=radio])')
    )
      return;
    const key = readKey(event);
    const step = key === '[' ? -BRUSH_STEP : key === ']' ? BRUSH_STEP : 0;
    if (hasCommand(event) && !event.shiftKey && key === 'z' && canUndo(mask)) {
      event.preventDefault();
      event.stopPropagation();
      change({ mask: undoStroke(mask) });
    } else if (step !== 0 && !hasCommand(event)) {
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
