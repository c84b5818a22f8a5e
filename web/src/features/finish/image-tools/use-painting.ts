import { useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { Size } from '../../../lib/export/frame.ts';
import { clamp } from '../editor/edit-design.ts';
import { locateIn, pullScaled, useFingers } from '../editor/use-fingers.ts';
import type { PagePosition } from '../editor/use-fingers.ts';
import { addStroke, drawStroke, listOutline } from './mask.ts';
import type { Point } from '../../../lib/render/layer-place.ts';
import type { PaintedStroke, Stroke } from './mask.ts';
import type { ToolSettings } from './tool-settings.ts';

/** Older versions of Safari do not have the method. */
type MaybeCoalesced = Partial<Pick<globalThis.PointerEvent, 'getCoalescedEvents'>>;

interface UsePaintingOptions {
  size: Size;
  /** The width of the canvas in its pixels. A canvas that gets another one is empty. */
  columns: number;
  isFlipped: boolean;
  settings: ToolSettings;
  change: (changes: Partial<ToolSettings>) => void;
}

/** The scale of the painted image, and the position of its upper left corner in parts of the frame. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_ZOOM = 6;

/** Keeps the image over the whole frame. */
const fillFrame = ({ scale, x, y }: View): View => ({
  scale,
  x: clamp(x, 1 - scale, 0),
  y: clamp(y, 1 - scale, 0),
});

/**
 * Paints a mask. A move of the pointer draws only its own part of the stroke, without a rendering of React; the end of a stroke
 * makes it part of the mask. A second finger ends the stroke and zooms.
 */
export function usePainting({ size, columns, isFlipped, settings, change }: UsePaintingOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const outline = useRef<SVGPolygonElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const stroke = useRef<PaintedStroke & { points: Point[] }>(undefined);
  const { mask, maskTool, brush, removes } = settings;
  const redraw = useDrawnMask(canvas, columns, mask.strokes, size);
  const [view, setView] = useState(WHOLE);
  const fingers = useFingers({
    // A pinch moves the canvas, but not the frame.
    area: () => canvas.current?.closest('.design-picture'),
    read: () => view,
  });

  const locate = (...events: readonly PagePosition[]): Point[] =>
    events.map(locateIn(canvas.current, size)).map(({ x, y }) => ({ x: isFlipped ? size.width - x : x, y }));

  const draw = (from: number) => {
    const { current } = stroke;
    const context = canvas.current?.getContext('2d');
    if (!current) return;
    if (current.kind === 'brush') {
      if (context) drawStroke(context, current, from);
      return;
    }
    const corners = listOutline(current).map(({ x, y }) => `${x},${y}`);
    outline.current?.setAttribute('points', corners.join(' '));
  };

  const stop = () => {
    const { current } = stroke;
    stroke.current = undefined;
    outline.current?.setAttribute('points', '');
    return current;
  };

  const lift = (event: PointerEvent) => (fingers.lift(event) ? stop() : undefined);

  return {
    canvas,
    outline,
    cursor,
    view,
    onPointerDown: (event: PointerEvent) => {
      const pull = fingers.press(event);
      if (!pull) return;
      if (pull.count > 1) {
        stop();
        redraw();
        return;
      }
      const started = { removes, points: locate(event) };
      stroke.current =
        maskTool === 'brush'
          ? { ...started, kind: maskTool, radius: brush / 2 }
          : { ...started, kind: maskTool };
      draw(0);
    },
    onPointerMove: (event: PointerEvent) => {
      const moved: MaybeCoalesced = event.nativeEvent;
      const events = moved.getCoalescedEvents?.() ?? [];
      // All is measured before the cursor moves, so that the browser does not compute the layout again.
      const moves = locate(...(events.length > 0 ? events : [event]));
      const pull = fingers.move(event);
      const at = moves.at(-1);
      // A transform moves the cursor without a layout and without a paint. Its parts are parts of the cursor's own size.
      if (cursor.current && at)
        cursor.current.style.transform = `translate(${(at.x / brush) * 100 - 50}%, ${(at.y / brush) * 100 - 50}%)`;
      if (!pull) return;
      if (pull.count > 1) {
        setView(fillFrame(pullScaled(pull.before, pull, 1, MAX_ZOOM)));
      }
      if (!stroke.current) return;
      const { points } = stroke.current;
      const from = points.length;
      points.push(...moves);
      draw(from);
    },
    onPointerUp: (event: PointerEvent) => {
      const finished = lift(event);
      if (finished) change({ mask: addStroke(mask, finished) });
    },
    onPointerCancel: (event: PointerEvent) => {
      if (lift(event)) redraw();
    },
  };
}

/**
 * Draws the strokes that are not drawn yet; all of them after one was taken back, and on a canvas with another width.
 * @returns draws all of them
 */
function useDrawnMask(
  canvas: RefObject<HTMLCanvasElement | null>,
  columns: number,
  strokes: readonly Stroke[],
  size: Size,
) {
  const drawn = useRef<{ columns?: number; strokes: readonly Stroke[] }>({ strokes: [] });
  const redraw = () => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, size.width, size.height);
    for (const stroke of strokes) drawStroke(context, stroke);
  };
  useLayoutEffect(() => {
    const before = drawn.current;
    const isLonger =
      before.columns === columns && before.strokes.every((stroke, index) => stroke === strokes[index]);
    const context = canvas.current?.getContext('2d');
    const scale = columns / size.width;
    context?.setTransform(scale, 0, 0, scale, 0, 0);
    if (!isLonger) redraw();
    else if (context) for (const stroke of strokes.slice(before.strokes.length)) drawStroke(context, stroke);
    drawn.current = { columns, strokes };
  }, [strokes, columns]);
  return redraw;
}
