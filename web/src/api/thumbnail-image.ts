import { readThumbnail, type Thumbnail } from './thumbnails.ts';

/** The name of a downloaded original. */
export const ORIGINAL_FILE_NAME = 'thumbnail.png';

/** Downloads the original image. Its URL may have expired: after a failure it is renewed once. */
export async function fetchThumbnailImage({ id, url }: Pick<Thumbnail, 'id' | 'url'>): Promise<Blob> {
  return fetchImage(url).catch(async () => fetchImage((await readThumbnail(id)).url ?? url));
}

async function fetchImage(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`);
  return response.blob();
}
