import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { usePixelRatio } from './use-pixel-ratio.ts';

interface CanvasProps extends Omit<ComponentProps<'canvas'>, 'ref'> {
  draw: (context: CanvasRenderingContext2D) => void;
  /** The canvas is drawn again when one of these values changes. */
  inputs: readonly unknown[];
  /** Draws each time in a new task, so that the browser handles input between two drawings. A hidden canvas is not drawn. */
  isLater?: boolean;
  /** Receives the width of the element, in CSS pixels. */
  onWidth?: (width: number) => void;
}

/** A 16:9 canvas that always has one pixel for each device pixel, also after a resize or a move to another screen. */
export function Canvas({ draw, inputs, isLater = false, onWidth, ...props }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const pixelRatio = usePixelRatio();
  const [pageWidth, setPageWidth] = useState<number>(isLater ? 0 : DESIGN_LIMITS.frameWidth);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
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
      if (!canvas || !context || pageWidth === 0) return;
      const width = Math.round(pageWidth * pixelRatio);
      // Setting a size clears the canvas and allocates it again.
      if (canvas.width !== width) Object.assign(canvas, { width, height: Math.round((width * 9) / 16) });
      draw(context);
    };
    if (!isLater) {
      paint();
      return;
    }
    const timer = setTimeout(paint);
    return () => clearTimeout(timer);
  }, [...inputs, pageWidth, pixelRatio]);

  return <canvas ref={ref} {...props} />;
}
