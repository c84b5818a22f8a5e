import { useRef, useState } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { prepareImage } from '../../../api/prepare-image.ts';

interface Picture {
  name: string;
  /** The reduced picture, as a data URL of a JPEG. */
  url: string;
}

export type PictureState =
  | { status: 'none' | 'reading' }
  | { status: 'ready'; picture: Picture }
  | { status: 'failed'; reason: string };

const DATA_URL = 'data:image/jpeg;base64,';

/** Keeps at most one picture for a message. The browser reduces the picture to the size that the server takes. */
export function usePicture() {
  const [state, setState] = useState<PictureState>({ status: 'none' });
  const chosen = useRef<File>(undefined);

  async function choose(file: File): Promise<void> {
    chosen.current = file;
    setState({ status: 'reading' });
    const next = await reduce(file).then(
      (url): PictureState => ({ status: 'ready', picture: { name: file.name, url } }),
      (error: unknown): PictureState => ({ status: 'failed', reason: explain(error) }),
    );
    // The creator may have chosen another file meanwhile.
    if (chosen.current === file) setState(next);
  }

  const remove = () => {
    chosen.current = undefined;
    setState({ status: 'none' });
  };

  return {
    state,
    /** The picture in base64, as the server takes it. */
    base64: state.status === 'ready' ? state.picture.url.slice(DATA_URL.length) : undefined,
    choose: (file: File) => void choose(file),
    remove,
  };
}

async function reduce(file: File): Promise<string> {
  const jpeg = await prepareImage(file, 'attachment');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      if (typeof result === 'string') resolve(result);
    };
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'));
    reader.readAsDataURL(jpeg);
  });
}
