import { useId, useRef, useState } from 'react';
import { notify } from '../../ui/notify.ts';
import { AddPictureIcon, CloseIcon } from '../../ui/icons.tsx';
import './reference-uploader.css';

/** Shows images as a reference while the user writes the prompt. They stay in the browser. */
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
            currentTarget.value = ''; // Allows choosing the same file again.
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

interface ReadImages {
  /** Data URLs, in the order of the files. */
  read: string[];
  /** Names of the files that are not images or cannot be read. */
  unreadable: string[];
}

async function readImages(files: File[]): Promise<ReadImages> {
  const results = await Promise.allSettled(files.map(readImage));
  return {
    read: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    unreadable: files.filter((_, index) => results[index]?.status === 'rejected').map(({ name }) => name),
  };
}

function readImage(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      if (typeof result === 'string' && result.startsWith('data:image/')) resolve(result);
      else reject(new TypeError(`${file.name} is not an image`));
    };
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read`));
    reader.readAsDataURL(file);
  });
}
