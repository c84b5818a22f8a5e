import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { drawLayers } from '../../../lib/render/draw-design.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { ARROWS } from '../editor/use-layer-keys.ts';
import { clamp } from '../editor/edit-design.ts';
import { placeBox } from '../editor/layer-box.ts';
import { measureGrip, pull } from './fingers.ts';
import type { Grip } from './fingers.ts';
import type { Point } from './mask.ts';
import { leastScale, mirror, planFill, PRESETS } from './placement.ts';
import type { Placement } from './placement.ts';
import type { OverlayProps } from './tool-settings.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Canvas } from '../editor/canvas.tsx';
import { PercentSlider } from '../editor/slider.tsx';

type Preset = keyof typeof PRESETS;

const LABELS: Record<Preset, string> = { left: 'Room left', right: 'Room right', smaller: 'Smaller' };

const isSame = (one: Placement, other: Placement) =>
  one.scale === other.scale && one.x === other.x && one.y === other.y;

/** Keeps a part of the image in the frame. */
const limit = ({ scale, x, y }: Placement): Placement => ({ scale, x: clamp(x, 0, 1), y: clamp(y, 0, 1) });

/** Moves and scales the image in the frame. */
export default function MoveTool({ picture, ...props }: OverlayProps) {
  const { finished, settings, change } = props;
  const { placement } = settings;
  const least = leastScale(imageSize(finished.image), finished.design.crop);
  const isFlipped = finished.design.adjustments?.flipped === true;
  const place = (name: Preset) => (isFlipped ? mirror(PRESETS[name]) : PRESETS[name]);
  const names = Object.keys(PRESETS) as Preset[];
  return (
    <>
      <Segmented<Preset | ''>
        label="Where the image goes"
        options={names.map((value) => ({ value, label: LABELS[value] }))}
        value={names.find((name) => isSame(place(name), placement)) ?? ''}
        onChange={(value) => value !== '' && change({ placement: place(value) })}
      />
      <PercentSlider
        label="Size"
        value={placement.scale}
        least={Math.ceil(least * 100) / 100}
        onChange={(scale) => change({ placement: { ...placement, scale } })}
      />
      {picture && <MoveOverlay {...props} picture={picture} least={least} isFlipped={isFlipped} />}
    </>
  );
}

interface MoveOverlayProps extends OverlayProps {
  picture: HTMLElement;
  /** The smallest scale of the image. */
  least: number;
  isFlipped: boolean;
}

const KEY_STEP = 0.01;

interface UseHoldOptions extends Pick<MoveOverlayProps, 'picture' | 'least' | 'isFlipped'> {
  placement: Placement;
  onMove: (to: Placement) => void;
  onEnd: (to: Placement) => void;
}

/** Moves the image with one finger or a mouse, and scales it with two. */
function useHold({ picture, least, isFlipped, placement, onMove, onEnd }: UseHoldOptions) {
  const fingers = useRef(new Map<number, Point>());
  const hold = useRef<{ grip: Grip; from: Placement; to: Placement }>(undefined);
  const seen = (at: Placement) => (isFlipped ? mirror(at) : at);
  const measure = () => measureGrip(fingers.current, picture.getBoundingClientRect());
  const put = ({ pointerId, clientX, clientY }: PointerEvent) =>
    fingers.current.set(pointerId, { x: clientX, y: clientY });

  /** Starts a new grip at the current placement when a finger is put down or lifted. */
  const regrip = () => {
    const from = hold.current?.to ?? placement;
    const grip = measure();
    hold.current = grip && { grip, from, to: from };
    if (!grip) onEnd(from);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      put(event);
      regrip();
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = hold;
      if (!current || !fingers.current.has(event.pointerId)) return;
      put(event);
      const grip = measure();
      if (!grip) return;
      current.to = limit(seen(pull(seen(current.from), current.grip, grip, least, 1)));
      onMove(current.to);
    },
    onLostPointerCapture: ({ pointerId }: PointerEvent) => {
      fingers.current.delete(pointerId);
      regrip();
    },
  };
}

/**
 * The image in the frame, as it will be. The part that will be painted is hatched. Fingers move only its element, without a
 * rendering of React: the placement is set when the last one is lifted.
 */
function MoveOverlay({ picture, finished, settings, change, least, isFlipped }: MoveOverlayProps) {
  const element = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { image, design } = finished;
  const { width, height } = imageSize(image);
  const { placement } = settings;

  const locate = (at: Placement) => {
    const { frame } = planFill({ width, height }, design.crop, at);
    return placeBox({ x: -frame.x, y: -frame.y, width, height }, frame);
  };

  useLayoutEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(image, 0, 0);
  }, [image]);

  const hold = useHold({
    picture,
    least,
    isFlipped,
    placement,
    onMove: (to) => Object.assign(element.current?.style ?? {}, locate(to)),
    onEnd: (to) => change({ placement: to }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = KEY_STEP * (event.shiftKey ? 5 : 1);
    const across = isFlipped ? -arrow.x : arrow.x;
    const { scale, x, y } = placement;
    change({ placement: limit({ scale, x: x + across * step, y: y + arrow.y * step }) });
  };
  return createPortal(
    <div className="move-overlay" data-flipped={isFlipped} {...hold}>
      <button
        ref={element}
        type="button"
        className="move-image"
        aria-label="The image in the frame. Arrow keys move it, with Shift faster."
        style={locate(placement)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={width} height={height} />
      </button>
      <Canvas
        className="move-layers"
        aria-hidden="true"
        inputs={[finished]}
        draw={(context) => {
          context.clearRect(0, 0, context.canvas.width, context.canvas.height);
          drawLayers(context, finished);
        }}
      />
    </div>,
    picture,
  );
}
