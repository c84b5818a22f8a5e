import { useEffect, useRef, useState } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { PictureIcon } from '../../../../ui/icons.tsx';
import type { Ghost } from './draw-ghost.ts';
import './series-ghost.css';

interface SeriesGhostProps {
  thumbnailId: string;
  /** The layers of the earlier thumbnail. */
  layers: readonly Layer[];
  hasLayout: boolean;
  hasPeople: boolean;
}

const NO_GHOST: Ghost = { people: undefined, layout: undefined, boxes: [] };

/** The empty stage of the next thumbnail, with what it gets from the earlier one. Without its layers, the stage is just empty. */
export function SeriesGhost({ thumbnailId, layers, hasLayout, hasPeople }: SeriesGhostProps) {
  const [{ people, layout, boxes }, setGhost] = useState(NO_GHOST);

  useEffect(() => {
    if (layers.length === 0) return;
    const page = new AbortController();
    import('./draw-ghost.ts')
      .then(({ drawGhost }) => drawGhost(thumbnailId, layers, page.signal))
      .then(setGhost, () => undefined);
    return () => page.abort();
  }, [thumbnailId, layers]);

  return (
    <div className="series-ghost">
      {hasLayout && layout && <Drawing drawn={layout} />}
      {hasPeople && people && <Drawing drawn={people} />}
      {hasLayout &&
        boxes.map(({ id, rotation, ...place }, index) => (
          <span
            key={id}
            className="series-ghost-box"
            style={{ ...toPercent(place), rotate: `${rotation}deg` }}
            aria-hidden="true"
          >
            {index === 0 ? 'Headline' : 'Text'}
          </span>
        ))}
      <div className="viewer-message" data-side={findFreeSide(layers)}>
        <PictureIcon />
        <p>Your thumbnail will appear here</p>
      </div>
    </div>
  );
}

const toPercent = (place: Record<'left' | 'top' | 'width' | 'height', number>) =>
  Object.fromEntries(Object.entries(place).map(([name, value]) => [name, `${value}%`]));

/** The side of the frame that has fewer layers. */
function findFreeSide(layers: readonly Layer[]): 'left' | 'right' | undefined {
  const middle = DESIGN_LIMITS.frameWidth / 2;
  const side = layers.reduce((sum, { x, width }) => sum + (x - middle) * width, 0);
  return side === 0 ? undefined : side < 0 ? 'right' : 'left';
}

function Drawing({ drawn }: { drawn: HTMLCanvasElement }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(drawn, 0, 0);
  }, [drawn]);
  return <canvas ref={canvas} width={drawn.width} height={drawn.height} aria-hidden="true" />;
}
