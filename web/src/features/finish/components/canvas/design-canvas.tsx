import { useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { DESIGN_LIMITS } from '../../../../../../contract/design-limits.ts';
import { layerName } from '../../model/design/edit-design.ts';
import { layerSize } from '../../model/design/layer-box.ts';
import type { FinishedImage } from '../../../../lib/render/finished-image.ts';
import { LayerFrame } from './layer-frame.tsx';
import { useCanvas } from '../../hooks/use-canvas.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import { useLayerDrag } from '../../hooks/use-layer-drag.ts';
import '../../../../ui/viewfinder.css';
import './design-canvas.css';

const ARROWS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const LONG_STEP = 10;

interface DesignCanvasProps {
  editor: Editor;
  finished: FinishedImage;
  /** The ids of cut-outs that are not in the account any more. */
  missingCutouts: ReadonlySet<string>;
  /** Changes when a font has loaded. */
  fontsLoaded: number;
  /** The duration of the video, where YouTube puts it. Undefined hides it. */
  duration: string | undefined;
}

/** The design at the size of the window, with a box for each layer. */
export function DesignCanvas({ editor, finished, missingCutouts, fontsLoaded, duration }: DesignCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useCanvas(finished, fontsLoaded);
  const drag = useLayerDrag(editor, finished.cutouts, () => frame.current?.getBoundingClientRect());
  const hintId = useId();
  const { design } = editor;

  function onKeyDown(event: KeyboardEvent, layer: Layer) {
    const arrow = ARROWS[event.key];
    if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const step = event.shiftKey ? LONG_STEP : 1;
      const [x, y] = [layer.x + arrow.x * step, layer.y + arrow.y * step];
      editor.update(layer.id, { x, y }, 'keys');
      editor.announce(`${Math.round(x)}, ${Math.round(y)}`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      // The deleted box has the focus.
      const others = frame.current?.querySelectorAll<HTMLElement>('.layer-frame > button') ?? [];
      ([...others].findLast((box) => box !== event.currentTarget) ?? frame.current)?.focus();
      editor.remove(layer);
    } else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      editor.duplicate(layer);
    } else if (event.key === 'Escape') {
      editor.select(undefined);
    }
  }

  return (
    <div className="viewfinder design-viewfinder">
      <div
        ref={frame}
        className="design-frame"
        role="group"
        aria-label="Layers on the image"
        tabIndex={-1}
        // A press beside all layers ends the selection.
        onPointerDown={({ target, currentTarget }) => {
          if (target === currentTarget || target === canvas.current) editor.select(undefined);
        }}
      >
        <canvas ref={canvas} role="img" aria-label={describe(finished)} />
        {design.layers.map((layer) => (
          <LayerFrame
            key={layer.id}
            layer={layer}
            editor={editor}
            size={layerSize(layer, finished.cutouts)}
            drag={drag}
            isMissing={layer.kind === 'cutout' && missingCutouts.has(layer.cutoutId)}
            hintId={hintId}
            onKeyDown={(event) => onKeyDown(event, layer)}
          />
        ))}
        {drag.guides.x !== undefined && (
          <i
            className="guide guide-x"
            style={{ left: `${(drag.guides.x / DESIGN_LIMITS.frameWidth) * 100}%` }}
          />
        )}
        {drag.guides.y !== undefined && (
          <i
            className="guide guide-y"
            style={{ top: `${(drag.guides.y / DESIGN_LIMITS.frameHeight) * 100}%` }}
          />
        )}
        {duration !== undefined && (
          <div className="badge-area" aria-hidden="true">
            <span>{duration}</span>
          </div>
        )}
      </div>
      <p id={hintId} hidden>
        Arrow keys move it, with Shift by 10. Delete removes it, Control D duplicates it.
      </p>
    </div>
  );
}

function describe({ design }: FinishedImage): string {
  const names = design.layers.map((layer) => layerName(layer, design.layers));
  return names.length === 0 ? 'The image without layers' : `The image with ${names.join(', ')}`;
}
