import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DESIGN_LIMITS } from '../../../../../contract/design-limits.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';

/**
 * Draws a design on a canvas, with one pixel of the canvas for each of the screen.
 * @param fontsLoaded changes when a font has loaded, which changes the drawing
 */
export function useCanvas(finished: FinishedImage, fontsLoaded: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState<number>(DESIGN_LIMITS.frameWidth);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(Math.round(element.clientWidth * devicePixelRatio));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const height = Math.round((width * DESIGN_LIMITS.frameHeight) / DESIGN_LIMITS.frameWidth);
    // Setting the size clears the canvas, also when it stays the same.
    Object.assign(element, { width, height });
    drawDesign(context, finished);
  }, [finished, width, fontsLoaded]);

  return canvas;
}
