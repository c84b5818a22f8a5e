import { useEffect } from 'react';
import type { CSSProperties } from 'react';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { Canvas } from '../editor/canvas.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useEditedImage } from '../image-tools/image-context.ts';
import { findEdit, showVersion } from '../image-tools/versions.ts';

/** The image before: what it shows, and its name. */
export interface Before {
  shown: FinishedImage;
  name: string;
}

/**
 * Finds the image before the work of the creator: beside the image tools, the design on the version before the chosen one, and otherwise
 * the image without the design.
 * @param isOfVersions true while the versions of the image are in view
 * @returns undefined while a part of it is not loaded, or if nothing is compared
 */
export function useBefore(isComparing: boolean, isOfVersions: boolean): Before | undefined {
  const { finished, complete } = useEditedDesign();
  const { list, bitmaps, load } = useEditedImage().imageTools.versions;
  const chosen = isComparing && isOfVersions ? findEdit(list, finished.design.image) : undefined;
  const baseId = chosen?.baseId;
  useEffect(() => {
    if (baseId !== undefined) load(baseId);
    // The list of images changes with each that loads.
  }, [baseId]);

  if (!isComparing) return undefined;
  if (baseId === undefined)
    return { shown: { ...finished, design: EMPTY_DESIGN }, name: 'the image without its layers' };
  const image = bitmaps.get(baseId);
  if (!complete || !image) return undefined;
  const design = showVersion(complete.design, findEdit(list, baseId), list);
  return { shown: { ...complete, image, design }, name: 'the version before' };
}

/** Draws the image before over the left part of the canvas. @param share the width of this part, in percent */
export function BeforeCanvas({ before, share }: { before: Before; share: number }) {
  const { image, design, cutouts } = before.shown;
  return (
    <Canvas
      inputs={[image, design, cutouts]}
      draw={(context) => drawDesign(context, before.shown)}
      className="before-canvas"
      style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
      aria-hidden="true"
    />
  );
}

interface BeforeSliderProps {
  before: Before;
  share: number;
  onChange: (share: number) => void;
}

/** Moves the line on the canvas between the image before, at the left, and the image after. */
export function BeforeSlider({ before, share, onChange }: BeforeSliderProps) {
  const filled: CSSProperties & Record<'--at', string> = { '--at': `${share}%` };
  return (
    <div className="before-slider" style={filled}>
      <span aria-hidden="true">Before</span>
      <input
        className="range"
        type="range"
        aria-label="Before"
        aria-valuetext={`${share}% shows ${before.name}`}
        min={0}
        max={100}
        value={share}
        style={filled}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <span aria-hidden="true">After</span>
    </div>
  );
}
