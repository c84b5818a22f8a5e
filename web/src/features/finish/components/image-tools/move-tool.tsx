import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { drawLayers } from '../../../../lib/render/draw-design.ts';
import { imageSize } from '../../../../lib/render/finished-image.ts';
import type { FinishedImage } from '../../../../lib/render/finished-image.ts';
import { ARROWS } from '../../hooks/use-layer-keys.ts';
import { mirror, planFill, PRESETS } from '../../model/image-tools/placement.ts';
import type { Placement } from '../../model/image-tools/placement.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { Slider } from '../controls/slider.tsx';
import type { SettingsProps } from './mask-controls.tsx';

type Preset = keyof typeof PRESETS;

const LABELS: Record<Preset, string> = { left: 'Room left', right: 'Room right', smaller: 'Smaller' };

const isSame = (one: Placement, other: Placement) =>
  one.scale === other.scale && one.x === other.x && one.y === other.y;

/** Keeps a part of the image in the frame. */
const limit = ({ scale, x, y }: Placement): Placement => {
  const reach = (value: number) => Math.min(1, Math.max(0, value));
  return { scale, x: reach(x), y: reach(y) };
};

interface MoveControlsProps extends SettingsProps {
  isFlipped: boolean;
  /** The smallest scale of the image. */
  least: number;
}

/** Where the image goes. */
export function MoveControls({ settings, change, isFlipped, least }: MoveControlsProps) {
  const { placement } = settings;
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
      <Slider
        label="Size"
        value={Math.round(placement.scale * 100)}
        least={Math.ceil(least * 100)}
        most={100}
        valueText={`${Math.round(placement.scale * 100)}%`}
        onChange={(value) => change({ placement: { ...placement, scale: value / 100 } })}
      />
    </>
  );
}

interface MoveOverlayProps extends SettingsProps {
  picture: HTMLElement;
  finished: FinishedImage;
}

const KEY_STEP = 0.01;

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/**
 * The image in the frame, as it will be. The part that will be painted is hatched. A drag moves only its element, without a
 * rendering of React: the end of the drag sets the placement.
 */
export function MoveOverlay({ picture, finished, settings, change }: MoveOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layers = useRef<HTMLCanvasElement>(null);
  const hold = useRef<{ x: number; y: number; to: Placement }>(undefined);
  const { image, design } = finished;
  const size = imageSize(image);
  const isFlipped = design.adjustments?.flipped === true;
  const { placement } = settings;
  const { frame } = planFill(size, design.crop, placement);
  const move = (dx: number, dy: number): Placement =>
    limit({ ...placement, x: placement.x + (isFlipped ? -dx : dx), y: placement.y + dy });

  useLayoutEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(image, 0, 0);
  }, [image]);

  useLayoutEffect(() => {
    const context = layers.current?.getContext('2d');
    if (!context) return;
    const width = Math.round(picture.clientWidth * devicePixelRatio);
    Object.assign(context.canvas, { width, height: Math.round((width * 9) / 16) });
    drawLayers(context, finished);
  }, [picture, finished]);

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = hold;
    if (!current) return;
    const { width, height } = picture.getBoundingClientRect();
    current.to = move((event.clientX - current.x) / width, (event.clientY - current.y) / height);
    const [dx, dy] = [(current.to.x - placement.x) * width, (current.to.y - placement.y) * height];
    event.currentTarget.style.translate = `${dx}px ${dy}px`;
  };
  const onDragEnd = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.style.translate = '';
    if (hold.current) change({ placement: hold.current.to });
    hold.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = KEY_STEP * (event.shiftKey ? 5 : 1);
    change({ placement: move(arrow.x * step, arrow.y * step) });
  };
  return createPortal(
    <div className="move-overlay" data-flipped={isFlipped}>
      <button
        type="button"
        className="move-image"
        aria-label="The image in the frame. Arrow keys move it, with Shift faster."
        style={{
          left: percent(-frame.x, frame.width),
          top: percent(-frame.y, frame.height),
          width: percent(size.width, frame.width),
          height: percent(size.height, frame.height),
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          hold.current = { x: event.clientX, y: event.clientY, to: placement };
        }}
        onPointerMove={onPointerMove}
        onLostPointerCapture={onDragEnd}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={size.width} height={size.height} />
      </button>
      <canvas ref={layers} className="move-layers" aria-hidden="true" />
    </div>,
    picture,
  );
}
