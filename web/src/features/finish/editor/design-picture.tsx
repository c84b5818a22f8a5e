import { useEffect, useRef } from 'react';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';

/** The size of the drawing in pixels, large enough for sharp screens. */
const SIZE = { width: 192, height: 108 };

/** A small drawing of a design. Empty until there is something to draw. */
export function DesignPicture({ finished }: { finished: FinishedImage | undefined }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context || !finished) return;
    let isCurrent = true;
    // Each drawing is a separate task, so that the browser handles input between two drawings.
    loadFonts(listTexts(finished.design))
      .then(() => setTimeout(() => isCurrent && drawDesign(context, finished)))
      // The page itself says which font is missing.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [finished]);
  return <canvas ref={ref} {...SIZE} aria-hidden="true" />;
}
