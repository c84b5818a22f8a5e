import { useLayoutEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Design } from '#contract/design/design.ts';
import type { Size } from '../../../lib/export/frame.ts';
import { findVisiblePart } from '../../../lib/render/prepare-image.ts';
import { usePixelRatio } from '../editor/use-pixel-ratio.ts';
import { ARROWS } from '../editor/use-layer-keys.ts';
import { clamp } from '../editor/edit-design.ts';
import { usePainting } from './use-painting.ts';
import type { SettingsProps } from './tool-settings.ts';
import { percent, placeBox } from '../editor/layer-box.ts';
import { addStroke } from './mask.ts';

interface MaskOverlayProps extends SettingsProps {
  /** The element with the canvas, which is zoomed. */
  picture: HTMLElement;
  /** The size of the image. */
  size: Size;
  design: Design;
}

/** The painted area over the image. It is painted with the pointer, or with a box that the arrow keys move. */
export function MaskOverlay({ picture, size, design, settings, change }: MaskOverlayProps) {
  const isFlipped = design.adjustments?.flipped === true;
  const part = findVisiblePart(size, design);
  // Browsers copy the canvas for each frame, so it has no more pixels than the screen shows.
  const shownWidth = usePixelRatio() * useState(picture.clientWidth)[0];
  const columns = Math.min(size.width, Math.ceil((shownWidth * size.width) / part.width) || size.width);
  const painting = usePainting({ size, columns, isFlipped, settings, change });
  const { canvas, outline, cursor, view, ...handlers } = painting;

  useLayoutEffect(() => {
    picture.style.transform = `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})`;
    return () => {
      picture.style.transform = '';
    };
  }, [picture, view]);

  return createPortal(
    <div className="mask-overlay" data-flipped={isFlipped}>
      <div
        className="mask-image"
        style={placeBox({ x: -part.x, y: -part.y, width: size.width, height: size.height }, part)}
        data-tool={settings.maskTool}
        {...handlers}
      >
        {/* This is no `Canvas`, which draws everything again: a move of the pointer adds only its part of the stroke. */}
        <canvas
          ref={canvas}
          width={columns}
          height={Math.round((columns * size.height) / size.width)}
          role="img"
          aria-label="The painted area"
        />
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          <polygon ref={outline} />
        </svg>
        {settings.maskTool === 'brush' && (
          // The ring is larger and drawn smaller in a zoomed image, so that its line stays thin.
          <div
            ref={cursor}
            className="mask-cursor"
            style={{ width: percent(settings.brush * view.scale, size.width), scale: 1 / view.scale }}
          />
        )}
        {settings.maskTool === 'box' && <KeyboardBox size={size} settings={settings} change={change} />}
      </div>
    </div>,
    picture,
  );
}

const STEP = 16;

/** A box that arrow keys move and, with Shift, resize. Pressing it paints it. */
function KeyboardBox({ size, settings, change }: Omit<MaskOverlayProps, 'picture' | 'design'>) {
  const [box, setBox] = useState({
    x: size.width * 0.375,
    y: size.height * 0.375,
    width: size.width / 4,
    height: size.height / 4,
  });
  const keepInside = (value: number, most: number) => Math.round(clamp(value, 0, most));

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const [dx, dy] = [arrow.x * STEP, arrow.y * STEP];
    setBox(({ x, y, width, height }) =>
      event.shiftKey
        ? {
            x,
            y,
            width: Math.max(STEP, keepInside(width + dx, size.width - x)),
            height: Math.max(STEP, keepInside(height + dy, size.height - y)),
          }
        : {
            x: keepInside(x + dx, size.width - width),
            y: keepInside(y + dy, size.height - height),
            width,
            height,
          },
    );
  };
  const paint = () => {
    const points = [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y + box.height },
    ];
    change({ mask: addStroke(settings.mask, { kind: 'box', removes: settings.removes, points }) });
  };
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round);

  return (
    <button
      type="button"
      className="mask-box"
      aria-label={`Box at ${x}, ${y}, ${width} wide and ${height} high. Arrow keys move it, with Shift they resize it, Enter paints it.`}
      style={placeBox(box, size)}
      onKeyDown={onKeyDown}
      onClick={paint}
    />
  );
}
