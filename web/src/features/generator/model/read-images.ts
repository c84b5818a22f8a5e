import type { LocalImage } from './generation-input.ts';

interface ReadImages {
  /** In the order of the files. */
  read: LocalImage[];
  /** Names of the files that are not images or cannot be decoded. */
  unreadable: string[];
}

/** Reads files as data URLs. Nothing leaves the browser. */
export async function readImages(files: File[]): Promise<ReadImages> {
  const results = await Promise.allSettled(files.map(readImage));
  return {
    read: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    unreadable: files.filter((_, index) => results[index]?.status === 'rejected').map(({ name }) => name),
  };
}

/** Decodes the image too: a damaged file has the type of an image. */
async function readImage(file: File): Promise<LocalImage> {
  const src = await readDataUrl(file);
  await Object.assign(new Image(), { src }).decode();
  return { file, src };
}

function readDataUrl(file: File): Promise<string> {
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
