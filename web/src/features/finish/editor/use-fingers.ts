import { useRef } from 'react';
import type { PointerEvent } from 'react';
import type { Size } from '../../../lib/render/finished-image.ts';
import { clamp } from './edit-design.ts';
import { RADIANS, rotate } from '../../../lib/render/layer-place.ts';
import type { Point } from '../../../lib/render/layer-place.ts';

/** A finger that is down, or the mouse. */
interface Finger {
  id: number;
  /** The position when a finger was last put down or lifted. */
  from: Point;
  to: Point;
}

/** A movement since a finger was last put down or lifted. One finger moves what it holds; two also scale and turn it. */
export interface Pull {
  /** The number of fingers that are down. */
  count: number;
  /** The middle of the fingers. */
  from: Point;
  to: Point;
  /** The longest way of a finger. */
  length: number;
  factor: number;
  degrees: number;
}

interface UseFingersOptions<T> {
  area: () => Element | null | undefined;
  /** The size of the area in the units of a position. @default 1 by 1, so that positions are parts of the area */
  units?: Size;
  /** Returns the value that the fingers change. */
  read: () => T;
}

const WHOLE: Size = { width: 1, height: 1 };

/** Tracks the mouse, or up to two fingers, from the press to the release. Each function returns undefined for another pointer. */
export function useFingers<T>({ area, units = WHOLE, read }: UseFingersOptions<T>) {
  const fingers = useRef<readonly Finger[]>([]);
  const before = useRef(read());
  const locate = (event: PointerEvent) => locateIn(area(), units)(event);
  const others = ({ pointerId }: PointerEvent) => fingers.current.filter(({ id }) => id !== pointerId);
  const hold = (held: readonly Finger[]) => {
    fingers.current = held;
    return { ...measurePull(held), before: before.current };
  };
  /** The pull starts anew, because the middle of the fingers jumps when their number changes. */
  const startPull = (held: readonly Finger[]) => {
    before.current = read();
    return hold(held.map((finger) => ({ ...finger, from: finger.to })));
  };

  return {
    /** Captures the pointer. A third finger takes the place of the second. */
    press: (event: PointerEvent) => {
      if (event.button !== 0) return undefined;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = locate(event);
      return startPull([...others(event).slice(0, 1), { id: event.pointerId, from: at, to: at }]);
    },
    move: (event: PointerEvent) => {
      const moved = fingers.current.find(({ id }) => id === event.pointerId);
      if (!moved) return undefined;
      const to = locate(event);
      return hold(fingers.current.map((finger) => (finger === moved ? { ...finger, to } : finger)));
    },
    lift: (event: PointerEvent) => {
      const rest = others(event);
      return rest.length < fingers.current.length ? startPull(rest) : undefined;
    },
    /** Ignores the fingers that are down until they are put down again. */
    release: () => hold([]),
  };
}

export type PagePosition = Pick<PointerEvent, 'clientX' | 'clientY'>;

/**
 * Measures an area once, and returns what converts a position on the page to a position in the area.
 * @param units the size of the area in the units of the result. An area without a layout has this size on the page
 */
export function locateIn(area: Element | null | undefined, units: Size): (at: PagePosition) => Point {
  const { left = 0, top = 0, width = 0, height = 0 } = area?.getBoundingClientRect() ?? {};
  const scale = (length: number, unit: number) => (length === 0 ? 1 : unit / length);
  const [across, along] = [scale(width, units.width), scale(height, units.height)];
  return ({ clientX, clientY }) => ({ x: (clientX - left) * across, y: (clientY - top) * along });
}

function measurePull(fingers: readonly Finger[]): Pull {
  const before = measure(fingers.map(({ from }) => from));
  const after = measure(fingers.map(({ to }) => to));
  return {
    count: fingers.length,
    from: before.middle,
    to: after.middle,
    length: Math.max(...fingers.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y))),
    factor: after.distance / before.distance,
    degrees: after.degrees - before.degrees,
  };
}

function measure([first = { x: 0, y: 0 }, second = first]: readonly Point[]) {
  const [across, along] = [second.x - first.x, second.y - first.y];
  return {
    middle: { x: first.x + across / 2, y: first.y + along / 2 },
    distance: Math.hypot(across, along) || 1,
    degrees: Math.atan2(along, across) / RADIANS,
  };
}

/** Moves, scales and turns a point with the fingers. */
export function pullPoint({ x, y }: Point, { from, to }: Pull, factor: number, degrees = 0): Point {
  const arm = rotate({ x: x - from.x, y: y - from.y }, degrees);
  return { x: to.x + arm.x * factor, y: to.y + arm.y * factor };
}

/** Moves and scales what is held, so that the same part of it stays between the fingers. */
export function pullScaled(held: Point & { scale: number }, pull: Pull, least: number, most: number) {
  const scale = clamp(held.scale * pull.factor, least, most);
  return { scale, ...pullPoint(held, pull, scale / held.scale) };
}
