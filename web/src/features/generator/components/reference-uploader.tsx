import { useId, useRef, useState } from 'react';
import { AddPictureIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/notify.ts';
import type { LocalImage } from '../model/runs.ts';
import type * as ReferenceImagesModule from './references/reference-images.tsx';
import type { ReferenceImagesProps } from './references/reference-images.tsx';
import './reference-uploader.css';

/** Takes images as references. They stay in the browser until the creator gives one a purpose. */
export function ReferenceUploader(props: Pick<ReferenceImagesProps, 'userId' | 'reference'>) {
  const [images, setImages] = useState<readonly LocalImage[]>([]);
  // The list's code loads with the first image.
  const [list, setList] = useState<typeof ReferenceImagesModule>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = async (files: File[]) => {
    try {
      const code = await import('./references/reference-images.tsx');
      const { read, unreadable } = await code.readImages(files);
      setList(code);
      setImages((before) => [...before, ...read]);
      for (const name of unreadable) notify.error(`${name} could not be read as an image.`);
    } catch {
      notify.error('The images could not be opened. Check your connection.');
    }
  };
  const remove = (image: LocalImage) => {
    setImages((before) => before.filter((other) => other !== image));
    input.current?.focus(); // The removed button had the focus.
  };

  return (
    <div className="references">
      <label className="field-label" htmlFor={id}>
        Upload reference images
      </label>
      <div className="references-drop">
        <AddPictureIcon />
        <p id={`${id}-hint`}>
          Face, background, or style references <small>They stay in your browser until you use one.</small>
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])]);
            currentTarget.value = ''; // Allows choosing the same file again.
          }}
        />
      </div>
      {list && images.length > 0 && <list.ReferenceImages {...props} images={images} onRemove={remove} />}
    </div>
  );
}
