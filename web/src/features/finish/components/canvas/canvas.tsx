import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { usePixelRatio } from '../../hooks/use-pixel-ratio.ts';

interface CanvasProps extends Omit<ComponentProps<'canvas'>, 'ref'> {
  draw: (context: CanvasRenderingContext2D) => void;
  /** Each change of one of them draws again. */
  inputs: readonly unknown[];
  /** Draws in a task of its own, so that the input is handled between two drawings, and not while the place is hidden. */
  isLater?: boolean;
  /** Gets the width of the place, in CSS pixels. */
  onWidth?: (width: number) => void;
}

/** A canvas of 16:9 with one pixel for each of the screen, whatever the size of its place and the screen of the window. */
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
