import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DESIGN_LIMITS } from '../../../../../contract/design-limits.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { usePixelRatio } from './use-pixel-ratio.ts';

/**
 * Draws a design on a canvas, with one pixel of the canvas for each of the screen.
 * @param fontsLoaded changes when a font has loaded, which changes the drawing
 */
export function useCanvas(finished: FinishedImage, fontsLoaded: number) {
  const ref = useRef<HTMLCanvasElement>(null);
  const pixelRatio = usePixelRatio();
  /** In CSS pixels. */
  const [pageWidth, setPageWidth] = useState<number>(DESIGN_LIMITS.frameWidth);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setPageWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = ref.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const width = Math.round(pageWidth * pixelRatio);
    const height = Math.round((width * DESIGN_LIMITS.frameHeight) / DESIGN_LIMITS.frameWidth);
    // Setting a size clears the canvas and allocates it again. The image covers all of it.
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
    drawDesign(context, finished);
  }, [finished, pageWidth, pixelRatio, fontsLoaded]);

  return { ref, pageWidth };
}
