import type { Layer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { LayerDrag } from './use-layer-drag.ts';
import type { DragMode } from './drag-layer.ts';
import { FRAME } from '../editor/areas.ts';
import { clamp } from '../editor/edit-design.ts';
import { toFrame, type Point } from '../../../lib/render/layer-place.ts';
import { placeBox } from '../editor/layer-box.ts';
import { listHandles } from './resize.ts';
import type { Size } from '../../../lib/render/finished-image.ts';

interface LayerFrameProps {
  layer: Layer;
  size: Size;
  drag: LayerDrag;
  /** The id of the text that explains the keys. */
  hintId: string;
}

/** The box of a layer above the canvas: it is dragged with the pointer and moved with the arrow keys. */
export function LayerFrame({ layer, size, drag, hintId }: LayerFrameProps) {
  const { editWords } = useFinishPage();
  const { editor, cutouts, swap, onLayerKeyDown } = useEditedDesign();
  const isSelected = layer.id === editor.selected?.id;
  const isPlace = isEmptyPlace(layer);
  const cutoutId = layer.kind === 'cutout' && !isPlace ? layer.cutoutId : '';
  return (
    <button
      type="button"
      className="layer-frame"
      style={{ ...placeBox({ x: layer.x, y: layer.y, ...size }, FRAME), rotate: `${layer.rotation}deg` }}
      data-layer={layer.id}
      data-locked={layer.locked === true}
      aria-label={editor.nameLayer(layer)}
      aria-pressed={isSelected}
      aria-describedby={hintId}
      onPointerDown={(event) => drag.start(event, layer, 'move')}
      onClick={() => (isPlace ? swap(layer.id) : editor.select(layer.id))}
      onDoubleClick={layer.kind === 'text' ? editWords : undefined}
      onKeyDown={(event) => onLayerKeyDown(event, layer)}
    >
      {isPlace && <span className="layer-place">Choose a cut-out</span>}
      {cutouts.missing.has(cutoutId) && <span className="layer-missing">Cut-out not available</span>}
      {cutouts.failed.has(cutoutId) && <span className="layer-missing">Cut-out could not be loaded</span>}
    </button>
  );
}

interface LayerHandlesProps {
  layer: Layer;
  size: Size;
  drag: LayerDrag;
  /** Pixels of the frame for one of the page. */
  scale: number;
}

/** The distance between a layer and its rotation handle above it, in CSS pixels. */
const ROTATE_DISTANCE = 24;

/** A layer that is narrower or lower than this has small touch targets, in CSS pixels. */
const SMALL = 72;

/** The handles of the selected layer. A handle that would be outside the frame is shown at the frame's edge, within reach. */
export function LayerHandles({ layer, size, drag, scale }: LayerHandlesProps) {
  const place = (x: number, y: number): Point => toFrame(layer, { x, y });
  const handle = (mode: DragMode, className: string, at: Point) => (
    <i
      key={className}
      className={className}
      style={{
        left: `${(clamp(at.x, 0, FRAME.width) / FRAME.width) * 100}%`,
        top: `${(clamp(at.y, 0, FRAME.height) / FRAME.height) * 100}%`,
        rotate: `${layer.rotation}deg`,
      }}
      onPointerDown={(event) => {
        event.stopPropagation();
        drag.start(event, layer, mode, at);
      }}
    />
  );
  const top = -size.height / 2;
  return (
    <span
      className="layer-handles"
      aria-hidden="true"
      data-small={Math.min(size.width, size.height) < SMALL * scale}
    >
      {listHandles(layer).map((at) =>
        handle(at, `handle handle-${at.x}${at.y}`, place((at.x * size.width) / 2, (at.y * size.height) / 2)),
      )}
      {handle('rotate', 'handle handle-rotate', place(0, top - ROTATE_DISTANCE * scale))}
    </span>
  );
}
