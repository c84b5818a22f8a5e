import { useEffect, useEffectEvent, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Crop } from '../../model/photo/crop.ts';

interface Point {
  x: number;
  y: number;
}

/** A pull since a finger was last put down or lifted. The mouse counts as a finger. */
interface Pull {
  crop: Crop;
  from: { middle: Point; distance: number };
}

interface CropGestures {
  crop: Crop;
  /** The width of the picture, in its pixels. */
  width: number;
  onChange: (crop: Crop) => void;
}

/** The strength of a turn of the wheel. A pinch on a trackpad arrives as small turns. */
const WHEEL = { turn: 0.002, pinch: 0.01 };

/** Moves and zooms the crop with the mouse, with one finger or two, and with the wheel. @returns the handlers of the area of the picture */
export function useCropGestures({ crop, width, onChange }: CropGestures) {
  const area = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const pull = useRef<Pull>(undefined);

  const startPull = () => {
    pull.current = fingers.current.size === 0 ? undefined : { crop, from: measure(fingers.current) };
  };

  const zoom = useEffectEvent((event: WheelEvent) => {
    event.preventDefault(); // The page, or the dialog, would scroll.
    const strength = event.ctrlKey ? WHEEL.pinch : WHEEL.turn;
    onChange({ ...crop, zoom: crop.zoom * Math.exp(-event.deltaY * strength) });
  });
  // React's own listener cannot prevent the scrolling.
  useEffect(() => {
    const { current } = area;
    current?.addEventListener('wheel', zoom, { passive: false });
    return () => current?.removeEventListener('wheel', zoom);
  }, []);

  const lift = ({ pointerId }: PointerEvent) => {
    if (fingers.current.delete(pointerId)) startPull();
  };
  return {
    ref: area,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || fingers.current.size > 1) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      startPull();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!pull.current || !fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const { crop: before, from } = pull.current;
      const { middle, distance } = measure(fingers.current);
      const shownWidth = area.current?.clientWidth ?? 0;
      const scale = shownWidth === 0 ? 1 : width / shownWidth;
      onChange({
        x: before.x + (middle.x - from.middle.x) * scale,
        y: before.y + (middle.y - from.middle.y) * scale,
        zoom: before.zoom * (distance / from.distance),
      });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}

function measure(fingers: ReadonlyMap<number, Point>) {
  const [first = { x: 0, y: 0 }, second = first] = [...fingers.values()];
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    distance: Math.hypot(second.x - first.x, second.y - first.y) || 1,
  };
}

const ARROWS: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const ZOOM_STEP = 0.1;
/** The step of an arrow with Shift, in pixels. */
const LONG_STEP = 10;

/** Returns the crop after a key. Undefined for a key that changes nothing. */
export function pressKey({ key, shiftKey }: KeyboardEvent, crop: Crop): Crop | undefined {
  if (key === '+' || key === '=') return { ...crop, zoom: crop.zoom + ZOOM_STEP };
  if (key === '-') return { ...crop, zoom: crop.zoom - ZOOM_STEP };
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const step = shiftKey ? LONG_STEP : 1;
  return { ...crop, x: crop.x + arrow[0] * step, y: crop.y + arrow[1] * step };
}
