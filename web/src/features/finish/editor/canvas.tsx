import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { drawPart } from '../../../lib/canvas.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import type { FinishedImage, Size } from '../../../lib/render/finished-image.ts';
import { FRAME } from './areas.ts';
import { usePixelRatio } from './use-pixel-ratio.ts';

interface CanvasProps extends Omit<ComponentProps<'canvas'>, 'ref' | 'width' | 'height'> {
  draw: (context: CanvasRenderingContext2D) => void;
  /** The canvas is drawn again when one of these values changes. */
  inputs: readonly unknown[];
  /** The width for a height of 1. @default 16:9 */
  aspect?: number;
  /** The pixels of a canvas that is not drawn again when its size on the page changes. @default the pixels of the screen */
  pixels?: Size;
  /** Draws each time in a new task, so that the browser handles input between two drawings. A hidden canvas is not drawn. */
  isLater?: boolean;
  /** Receives the width of the element, in CSS pixels. */
  onWidth?: (width: number) => void;
}

/** A canvas that always has one pixel for each device pixel, also after a resize or a move to another screen. */
export function Canvas({
  draw,
  inputs,
  aspect = FRAME.width / FRAME.height,
  pixels,
  isLater = false,
  onWidth,
  style,
  ...props
}: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const pixelRatio = usePixelRatio();
  const [pageWidth, setPageWidth] = useState<number>(isLater ? 0 : FRAME.width);
  const width = pixels?.width ?? Math.round(pageWidth * pixelRatio);
  const height = pixels?.height ?? Math.round(width / aspect);

  useEffect(() => {
    const element = ref.current;
    if (!element || pixels) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element;
      if (clientWidth === 0) return;
      setPageWidth(clientWidth);
      onWidth?.(clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const paint = () => {
      const canvas = ref.current;
      const context = canvas?.getContext('2d');
      if (!canvas || !context || width === 0) return;
      // Setting a size clears the canvas and allocates it again.
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      draw(context);
    };
    if (!isLater) {
      paint();
      return;
    }
    const timer = setTimeout(paint);
    return () => clearTimeout(timer);
  }, [...inputs, width, height]);

  return <canvas ref={ref} style={{ aspectRatio: aspect, ...style }} {...props} />;
}

interface ImageCanvasProps extends Omit<CanvasProps, 'draw' | 'inputs'> {
  /** The image to copy. While it is undefined, the canvas is empty. */
  source: FinishedImage['image'] | undefined;
}

/** A copy of an image with the pixels of the place where it is shown. The image may be transparent. */
export const ImageCanvas = ({ source, ...props }: ImageCanvasProps) => (
  <Canvas
    inputs={[source]}
    draw={(context) => {
      const { width, height } = context.canvas;
      context.clearRect(0, 0, width, height);
      if (!source) return;
      const size = imageSize(source);
      const part = { x: 0, y: 0, width: size.width, height: size.height };
      drawPart(context, source, part, { x: 0, y: 0, width, height });
    }}
    {...props}
  />
);
