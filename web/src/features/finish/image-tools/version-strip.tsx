import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useEditedImage } from './image-context.ts';
import { findEdit, nameEdit, showVersion } from './versions.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import { Slider } from '../editor/slider.tsx';
import { Canvas } from '../editor/canvas.tsx';
import { Problem } from '../editor/problem.tsx';
import { DesignPicture } from '../editor/design-picture.tsx';

/**
 * The original and each edit. Choosing one is a step of undo.
 * @param compared the share of the canvas that shows the version before the chosen one, in percent
 */
export function VersionStrip({ compared }: { compared: number }) {
  const { editor, complete } = useEditedDesign();
  const { imageTools } = useEditedImage();
  const { versions, change, isEditing } = imageTools;
  const { id, list, url, bitmaps, failed, load } = versions;
  const { image } = editor.design;
  const chosen = findEdit(list, image);
  const choose = (edit: ThumbnailEdit | undefined, name: string) => {
    change({ compared: 0 });
    editor.showVersion(
      (design) => showVersion(design, edit, list),
      `${name} is shown. Undo brings the version before it back.`,
    );
  };
  const strip = useRef<HTMLUListElement>(null);
  // Only the strip scrolls to the chosen version, not the page.
  useLayoutEffect(() => {
    const item = strip.current?.querySelector<HTMLElement>('li:has([aria-pressed=true])');
    if (strip.current && item) strip.current.scrollLeft = item.offsetLeft - item.offsetWidth;
  }, [chosen?.id]);
  return (
    <>
      <div className="rail-head">
        <h2>Versions</h2>
      </div>
      <ul ref={strip} className="version-strip" aria-label="Versions of the image">
        <Version
          name="Original"
          image={bitmaps.get(id)}
          src={url}
          isChosen={!chosen}
          onChoose={(name) => choose(undefined, name)}
        />
        {list.edits.map((edit) => (
          <Version
            key={edit.id}
            name={nameEdit(edit.operation)}
            image={bitmaps.get(edit.id)}
            src={edit.previewURL ?? edit.imageURL}
            isChosen={edit.id === image}
            onChoose={(name) => choose(edit, name)}
          />
        ))}
      </ul>
      {chosen && failed.has(chosen.baseId) && (
        <Problem words="The version before could not be loaded." onRetry={() => load(chosen.baseId)} />
      )}
      {chosen && !isEditing && complete && bitmaps.has(chosen.baseId) && (
        <Slider
          label="Before"
          value={compared}
          least={0}
          most={100}
          valueText={`${compared}% of the image shows the version before`}
          onChange={(next) => change({ compared: next })}
        />
      )}
    </>
  );
}

interface VersionProps {
  name: string;
  /** Undefined while the page has not loaded it. */
  image: ImageBitmap | undefined;
  src: string;
  isChosen: boolean;
  onChoose: (name: string) => void;
}

const NO_CUTOUTS: ReadonlyMap<string, ImageBitmap> = new Map();

function Version({ name, image, src, isChosen, onChoose }: VersionProps) {
  const finished = useMemo(() => image && { image, design: EMPTY_DESIGN, cutouts: NO_CUTOUTS }, [image]);
  return (
    <li>
      <button
        type="button"
        aria-label={`Version ${name}`}
        aria-pressed={isChosen}
        onClick={() => !isChosen && onChoose(name)}
      >
        {finished ? <DesignPicture finished={finished} /> : <img src={src} alt="" loading="lazy" />}
        <span dir="auto">{name}</span>
      </button>
    </li>
  );
}

interface CompareOverlayProps {
  picture: HTMLElement;
  /** The share of the canvas that shows the version before the chosen one, in percent. */
  compared: number;
}

/** The design with the version before the chosen one, over a part of the canvas. */
export function CompareOverlay({ picture, compared }: CompareOverlayProps) {
  const { complete } = useEditedDesign();
  const { imageTools } = useEditedImage();
  const { versions, change } = imageTools;
  const { list, bitmaps, load } = versions;
  const chosen = findEdit(list, complete?.design.image);
  const before = chosen && bitmaps.get(chosen.baseId);

  useEffect(() => {
    if (chosen) load(chosen.baseId);
    // The list of images changes with each that loads.
  }, [chosen?.baseId]);

  if (!complete || !chosen || !before) return null;
  const shown = {
    ...complete,
    image: before,
    design: showVersion(complete.design, findEdit(list, chosen.baseId), list),
  };
  return createPortal(
    <>
      {compared > 0 && (
        <Canvas
          inputs={[complete, before]}
          draw={(context) => drawDesign(context, shown)}
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
