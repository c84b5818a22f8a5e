import { useLayoutEffect, useRef } from 'react';
import { drawPart } from '../../../../lib/canvas.ts';
import type { Rectangle } from '../../../../lib/export/frame.ts';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';

interface PhotoCanvasProps {
  photo: OpenPhoto;
  /** The part that is drawn. @default the whole picture */
  part?: Rectangle;
  className?: string;
  /** The color behind a transparent picture. */
  background?: string;
}

/** The longest side of the canvas, in device pixels. A part is shown in the size of YouTube's sidebar. */
const SIDE = 1_200;
const PART_SIDE = 400;

/** Draws a picture, or a part of it, smoothly. */
export function PhotoCanvas({ photo, part, className, background }: PhotoCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: photo.width, height: photo.height };
  const scale = Math.min(1, (part ? PART_SIDE : SIDE) / Math.max(width, height));
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { width: across, height: along } = context.canvas;
    // The copy is smaller than the picture.
    const share = photo.shown.width / photo.width;
    context.clearRect(0, 0, across, along);
    const copied = { x: x * share, y: y * share, width: width * share, height: height * share };
    drawPart(context, photo.shown, copied, { x: 0, y: 0, width: across, height: along });
  }, [photo, x, y, width, height]);
  return (
    <canvas
      ref={canvas}
      className={className}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      style={{ background }}
      aria-hidden="true"
    />
  );
}
