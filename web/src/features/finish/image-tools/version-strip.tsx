import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useEditedImage } from './image-context.ts';
import { findEdit, nameEdit, showVersion } from './versions.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import { Problem } from '../editor/problem.tsx';
import { DesignPicture } from '../editor/design-picture.tsx';

/** The original and each edit. Choosing one is a step of undo. */
export function VersionStrip() {
  const { editor } = useEditedDesign();
  const { id, list, url, bitmaps, failed, load } = useEditedImage().imageTools.versions;
  const { image } = editor.design;
  const chosen = findEdit(list, image);
  const choose = (edit: ThumbnailEdit | undefined, name: string) =>
    editor.edit(
      (design) => showVersion(design, edit, list),
      `${name} is shown. Undo brings the version before it back.`,
    );
  const strip = useRef<HTMLUListElement>(null);
  // Only the strip scrolls to the chosen version, not the page.
  useLayoutEffect(() => {
    const item = strip.current?.querySelector<HTMLElement>('li:has([aria-pressed=true])');
    if (strip.current && item) strip.current.scrollLeft = item.offsetLeft - item.offsetWidth;
  }, [chosen?.id]);
  useEffect(() => {
    // A comparison with the version before then needs no time.
    if (chosen) load(chosen.baseId);
  }, [chosen?.baseId]);
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
