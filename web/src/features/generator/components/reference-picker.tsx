import { useEffect, useId, useRef, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { useEarlyInput } from '../../../lib/use-early-input.ts';
import { AddPictureIcon, createIcon } from '../../../ui/icons.tsx';
import { reportLostCode, useCode } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import type { Reference } from '../hooks/use-reference.ts';
import type { DropsProps } from './drops.tsx';
import type * as DropsModule from './drops.tsx';
import type { AddedImage, ReferenceImagesProps } from './references/reference-images.tsx';
import './reference-picker.css';

const OwnPictureIcon = createIcon('M4 5.5h16v13H4zM4 16l4.5-4.5 4 4 3-3L20 17M8.8 9.2h.01');

interface ReferencePickerProps {
  /** Undefined for a visitor, and while the session is loading. */
  userId: string | undefined;
  reference: Reference;
  panelId: string;
  /** The id of the thumbnail in the viewer. */
  shownId: string | undefined;
}

/** Takes images as references, also those that are dropped on the page. An image stays in the browser while it has no purpose. */
export function ReferencePicker({ userId, reference, panelId, shownId }: ReferencePickerProps) {
  // The added image gets a purpose by itself, because an image without a purpose is not used.
  const [added, setAdded] = useState<AddedImage>();
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = async (files: File[], use?: ReferenceUse) => {
    try {
      const { readImages } = await loadList();
      const { read, unreadable } = await readImages(files);
      reference.addImages(read);
      for (const reason of unreadable) notify.error(reason);
      const [image] = read;
      if (!image) return;
      panel.current?.showPopover();
      setAdded({ image, use });
    } catch {
      reportLostCode();
    }
  };

  const take = (chosen: HTMLInputElement) => {
    void add([...(chosen.files ?? [])]);
    chosen.value = ''; // Allows choosing the same file again.
  };
  useEarlyInput(input, (field) => (field.files?.length ? field : undefined), undefined, take);

  return (
    <>
      <button type="button" className="chip reference-chip" popoverTarget={panelId}>
        <AddPictureIcon />
        <span>{`Reference${describe(reference)}`}</span>
      </button>
      <div
        ref={panel}
        id={panelId}
        className="reference-panel"
        popover="auto"
        role="group"
        aria-label="Reference images"
      >
        <label className="field-label" htmlFor={id}>
          Upload reference images
        </label>
        <div className="references-drop">
          <AddPictureIcon />
          <p id={`${id}-hint`}>
            Face, background, or style references{' '}
            <small>An image gives its style or its layout. Your own face goes on the finish page.</small>
          </p>
          <input
            ref={input}
            id={id}
            name="reference"
            type="file"
            accept="image/*"
            multiple
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => take(currentTarget)}
          />
        </div>
        {reference.images.length > 0 && (
          <LazyReferenceImages
            userId={userId}
            reference={reference}
            added={added}
            onRemove={(image) => {
              reference.removeImage(image);
              input.current?.focus(); // The removed button had the focus.
            }}
          />
        )}
      </div>
      <LazyDrops shownId={shownId} onFiles={(files, use) => void add(files, use)} />
    </>
  );
}

const loadList = () => import('./references/reference-images.tsx');

/** The list of the images. Its code loads with the first image. */
function LazyReferenceImages(props: ReferenceImagesProps) {
  const code = useCode(loadList);
  return code && <code.ReferenceImages {...props} />;
}

const loadDrops = () => import('./drops.tsx');

/** Events that come before a drop or a paste. */
const FIRST_INPUTS = ['pointermove', 'keydown', 'dragenter'] as const;

/**
 * Takes the creator's own pictures. The code loads with the first input. If the code that takes drops cannot be loaded, the panel still
 * takes files.
 */
function LazyDrops(props: Omit<DropsProps, 'presses'>) {
  const [code, setCode] = useState<typeof DropsModule>();
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    const loaded = new AbortController();
    const load = () => {
      loaded.abort();
      loadDrops().then(setCode, () => undefined);
    };
    for (const type of FIRST_INPUTS) addEventListener(type, load, { signal: loaded.signal });
    return () => loaded.abort();
  }, []);
  const choose = () => {
    setPresses(presses + 1);
    if (!code) loadDrops().then(setCode, reportLostCode);
  };
  return (
    <>
      <button type="button" className="chip" title={OWN} onClick={choose}>
        <OwnPictureIcon />
        <span>Use your own picture</span>
      </button>
      {code && <code.default {...props} presses={presses} />}
    </>
  );
}

/** The label has no room for it. */
const OWN = 'A photo, a screenshot, or a frame of a video';

/** Describes how the next generation uses the images. */
function describe({ images, image, preferred }: Reference): string {
  if (images.length === 0) return '';
  if (!image) return ': not used';
  return preferred === 'video' ? ': set aside' : `: ${image.use}`;
}
