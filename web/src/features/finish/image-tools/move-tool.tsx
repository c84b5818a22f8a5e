import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { drawLayers } from '../../../lib/render/draw-design.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { ARROWS } from '../editor/use-layer-keys.ts';
import { clamp } from '../editor/edit-design.ts';
import { placeBox } from '../editor/layer-box.ts';
import { pullScaled, useFingers } from '../editor/use-fingers.ts';
import { leastScale, mirror, planFill, PRESETS } from './placement.ts';
import type { Placement } from './placement.ts';
import type { OverlayProps } from './tool-settings.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Canvas, ImageCanvas } from '../editor/canvas.tsx';
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

/**
 * The image in the frame, as it will be. One finger or the mouse moves it, and two fingers scale it. The part that will be painted is
 * hatched. Fingers move only its element, without a rendering of React: the placement is set when the last one is lifted.
 */
function MoveOverlay({ picture, finished, settings, change, least, isFlipped }: MoveOverlayProps) {
  const element = useRef<HTMLButtonElement>(null);
  const { image, design } = finished;
  const { width, height } = imageSize(image);
  const { placement } = settings;

  const locate = (at: Placement) => {
    const { frame } = planFill({ width, height }, design.crop, at);
    return placeBox({ x: -frame.x, y: -frame.y, width, height }, frame);
  };

  /** The placement during a drag. */
  const pulled = useRef<Placement>(undefined);
  const seen = (at: Placement) => (isFlipped ? mirror(at) : at);
  const fingers = useFingers({ area: () => picture, read: () => pulled.current ?? placement });
  const move = (event: PointerEvent) => {
    const pull = fingers.move(event);
    if (!pull) return;
    pulled.current = limit(seen(pullScaled(seen(pull.before), pull, least, 1)));
    Object.assign(element.current?.style ?? {}, locate(pulled.current));
  };
  const lift = (event: PointerEvent) => {
    const pull = fingers.lift(event);
    if (pull?.count !== 0) return;
    pulled.current = undefined;
    change({ placement: pull.before });
  };
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
    <div
      className="move-overlay"
      data-flipped={isFlipped}
      onPointerDown={fingers.press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <button
        ref={element}
        type="button"
        className="move-image"
        aria-label="The image in the frame. Arrow keys move it, with Shift faster."
        style={locate(placement)}
        onKeyDown={onKeyDown}
      >
        <ImageCanvas source={image} pixels={{ width, height }} />
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
