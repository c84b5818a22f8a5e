import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { drawDesign } from '../../../../lib/render/draw-design.ts';
import { useFinishPage } from '../../hooks/finish-context.ts';
import { findEdit, showVersion } from '../../model/image-tools/versions.ts';

interface CompareOverlayProps {
  picture: HTMLElement;
  /** How much of the canvas shows the version before: 0 to 100. */
  compared: number;
}

/** The design with the version before the chosen one, over a part of the canvas. */
export function CompareOverlay({ picture, compared }: CompareOverlayProps) {
  const { finished, imageTools } = useFinishPage();
  const { versions, change } = imageTools;
  const { list, bitmaps, load } = versions;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { design } = finished;
  const chosen = findEdit(list, design.image);
  const before = chosen && bitmaps.get(chosen.baseId);

  useEffect(() => {
    if (chosen) load(chosen.baseId);
    // The list of images changes with each that loads.
  }, [chosen?.baseId]);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !before || compared === 0) return;
    const width = Math.round(picture.clientWidth * devicePixelRatio);
    Object.assign(context.canvas, { width, height: Math.round((width * 9) / 16) });
    const shown = showVersion(design, findEdit(list, chosen.baseId), list);
    drawDesign(context, { ...finished, image: before, design: shown });
  }, [before, compared === 0, finished]);

  if (!chosen || !before) return null;
  return createPortal(
    <>
      {compared > 0 && (
        <canvas
          ref={canvas}
          className="compare-canvas"
          style={{ clipPath: `inset(0 ${100 - compared}% 0 0)` }}
          aria-hidden="true"
        />
      )}
      <div className="compare-buttons" role="group" aria-label="Compare">
        <button type="button" aria-pressed={compared === 100} onClick={() => change({ compared: 100 })}>
          Before
        </button>
        <button type="button" aria-pressed={compared === 0} onClick={() => change({ compared: 0 })}>
          After
        </button>
      </div>
    </>,
    picture,
  );
}
