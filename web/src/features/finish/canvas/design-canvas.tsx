import { lazy, useId, useMemo, useRef, useState } from 'react';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { FRAME } from '../editor/areas.ts';
import { layerName } from '../editor/edit-design.ts';
import { layerSize } from '../editor/layer-box.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useEditedImage } from '../image-tools/image-context.ts';
import { useLayerDrag } from './use-layer-drag.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import { Canvas } from '../editor/canvas.tsx';
import { BeforeCanvas, BeforeSlider, useBefore } from './comparison.tsx';
import { LayerFrame, LayerHandles } from './layer-frame.tsx';
import '../../../ui/viewfinder.css';
import './design-canvas.css';

const SwapStrip = lazy(() => import('../cut-outs/swap-strip.tsx'));

interface DesignCanvasProps {
  /** Changes when a font has loaded. */
  loadedFonts: number;
  /** The duration in YouTube's badge. Undefined if the badge is not shown. */
  badge: string | undefined;
  /** True if the picture is shown as viewers see it, without the boxes of its layers. */
  isPreview: boolean;
  /** The share of the canvas that shows the image before, in percent. Undefined while nothing is compared. */
  compared: number | undefined;
  onCompare: (share: number) => void;
  /** True while the versions of the image are in view. */
  hasVersions: boolean;
}

/** The design at the size of the window, with a box for each layer. */
export function DesignCanvas(props: DesignCanvasProps) {
  const { loadedFonts, badge, isPreview, compared, onCompare, hasVersions } = props;
  const { editor, finished, swapped } = useEditedDesign();
  const { imageTools, setPicture } = useEditedImage();
  /** A tool changes the image: the layers are faint, and cannot be moved. */
  const isImageEdited = imageTools.isEditing;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => (isImageEdited ? fadeLayers(finished) : finished), [isImageEdited, finished]);
  const before = useBefore(compared !== undefined, hasVersions && !isImageEdited);
  /** The width of the canvas on the page, in CSS pixels. */
  const [pageWidth, setPageWidth] = useState<number>(FRAME.width);
  const drag = useLayerDrag(frame);
  const hintId = useId();
  const { design, selected } = editor;
  const hasBoxes = !isImageEdited && !isPreview && compared === undefined;
  const shown = !hasBoxes ? [] : design.layers.filter(({ hidden }) => !hidden);

  return (
    <div className="viewfinder design-viewfinder">
      <div
        ref={frame}
        className="design-frame"
        role="group"
        aria-label="Layers on the image"
        tabIndex={-1}
        data-layers
        // A press beside all layers ends the selection.
        onPointerDown={(event) => {
          if (event.target instanceof HTMLCanvasElement && !drag.join(event)) editor.select(undefined);
        }}
        onPointerMove={drag.move}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
      >
        <div className="design-picture">
          <div ref={setPicture} className="design-image" aria-busy={!imageTools.versions.isLoaded}>
            <Canvas
              role="img"
              aria-label={describe(finished)}
              inputs={[drawn, loadedFonts]}
              draw={(context) => drawDesign(context, drawn)}
              onWidth={setPageWidth}
            />
            {before && compared !== undefined && <BeforeCanvas before={before} share={compared} />}
          </div>
          {before && compared !== undefined && (
            <BeforeSlider before={before} share={compared} onChange={onCompare} />
          )}
          {shown.map((layer) => (
            <LayerFrame
              key={layer.id}
              layer={layer}
              size={layerSize(layer, finished.cutouts)}
              drag={drag}
              hintId={hintId}
            />
          ))}
          <Guides {...drag.guides} />
          {badge !== undefined && !isImageEdited && (
            <div className="badge-area" aria-hidden="true">
              <span>{badge}</span>
            </div>
          )}
        </div>
        {selected && !selected.hidden && !selected.locked && hasBoxes && (
          <LayerHandles
            layer={selected}
            size={layerSize(selected, finished.cutouts)}
            drag={drag}
            scale={FRAME.width / pageWidth}
          />
        )}
      </div>
      <LazyPart>
        {hasBoxes && selected?.kind === 'cutout' && selected.id === swapped && (
          <SwapStrip key={selected.id} layer={selected} />
        )}
      </LazyPart>
      <p id={hintId} hidden>
        Arrow keys move it, with Shift by 10. Delete removes it, Control D duplicates it.
      </p>
    </div>
  );
}

/** The lines that a dragged layer touches. */
const Guides = ({ x, y }: { x?: number; y?: number }) => (
  <>
    {x !== undefined && <i className="guide guide-x" style={{ left: `${(x / FRAME.width) * 100}%` }} />}
    {y !== undefined && <i className="guide guide-y" style={{ top: `${(y / FRAME.height) * 100}%` }} />}
  </>
);

/** A quarter of the opacity of the layers. */
const FAINT = 0.25;

const fadeLayers = (finished: FinishedImage): FinishedImage => ({
  ...finished,
  design: {
    ...finished.design,
    layers: finished.design.layers.map((layer) => ({ ...layer, opacity: (layer.opacity ?? 1) * FAINT })),
  },
});

function describe({ design }: FinishedImage): string {
  const shown = design.layers.filter(({ hidden }) => !hidden);
  const names = shown.map((layer) => layerName(layer, design.layers));
  return names.length === 0 ? 'The image without layers' : `The image with ${names.join(', ')}`;
}
