import { readThumbnail } from '../api/read-thumbnail.ts';
import type { FinishedThumbnail } from './generate.ts';

const FILE_NAME = 'thumbnail.png';
/** Some browsers read the blob only after the click has been handled. */
const REVOKE_AFTER_MS = 10_000;

/** Saves the picture as thumbnail.png. An address that has run out is replaced once. */
export async function downloadThumbnail({ id, url }: FinishedThumbnail): Promise<void> {
  const image = await fetchImage(url).catch(async () => {
    const fresh = await readThumbnail(id);
    return fetchImage(fresh.url ?? url);
  });
  save(image);
}

async function fetchImage(url: string): Promise<Blob> {
  // Not from the cache: what the img element put there came without the header that lets a script read it.
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`The image answered ${response.status}`);
  return response.blob();
}

function save(image: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(image);
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
