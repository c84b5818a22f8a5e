import { useId, useRef, useState } from 'react';
import { notify } from '../ui/notify.ts';
import { AddPictureIcon, CloseIcon } from '../ui/icons.tsx';
import { readImages } from './read-images.ts';
import './reference-uploader.css';

/** Pictures to look at while writing the prompt. They are read in the browser and go nowhere. */
export function ReferenceUploader() {
  const [images, setImages] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = async (files: File[]) => {
    const { read, unreadable } = await readImages(files);
    setImages((before) => [...before, ...read]);
    for (const name of unreadable) notify.error(`${name} could not be read as an image.`);
  };
  const removeAt = (position: number) => {
    setImages((before) => before.filter((_, at) => at !== position));
    input.current?.focus(); // The pressed button goes away with its picture.
  };

  return (
    <div className="references">
      <label className="field-label" htmlFor={id}>
        Upload reference images
      </label>
      <div className="references-drop">
        <AddPictureIcon />
        <p id={`${id}-hint`}>
          Face, background, or style references <small>They stay in your browser.</small>
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
            currentTarget.value = ''; // The same file can be chosen again.
          }}
        />
      </div>
      {images.length > 0 && (
        <ul className="references-grid">
          {images.map((image, position) => (
            <li key={position}>
              <img src={image} alt={`Reference ${position + 1}`} />
              <button
                type="button"
                aria-label={`Remove reference ${position + 1}`}
                onClick={() => removeAt(position)}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
