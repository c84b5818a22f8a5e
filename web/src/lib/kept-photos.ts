import { parseJson, PHOTO_CACHE } from './browser-storage.ts';
import { isNumber, isObjectOf, isOptional, isString } from './guards.ts';

/** A photo that is not stored on the server yet. The browser keeps it for the next page, and a visitor's for the time after the sign-up. */
export interface KeptPhoto {
  /** The id of the thumbnail, so that all pages and requests make the same thumbnail. */
  generationId: string;
  /** The only user who may see it. Empty for a visitor's photo: it belongs to the user who signs in next. */
  userId: string;
  /** The name of the file. */
  name: string;
  /** The size of the file in bytes. A photo that an earlier version of the site has kept has no size. */
  fileBytes?: number | undefined;
  photo: Blob;
}

type About = Omit<KeptPhoto, 'photo'>;

const HEADER = 'x-photo';

const toUrl = (generationId: string) => `/own-pictures/${generationId}`;

const isAbout = isObjectOf<About>({
  generationId: isString,
  userId: isString,
  name: isString,
  fileBytes: isOptional(isNumber),
});

/**
 * Keeps a photo. It replaces another photo of the same file, which waits e.g. if a visitor went back from the sign-up and chose the file
 * again. Photos of other files stay.
 * @returns false if the browser cannot store it
 */
export async function keepPhoto({ photo, ...about }: KeptPhoto): Promise<boolean> {
  const stored = await withCache(async (cache) => {
    const headers = { [HEADER]: encodeURIComponent(JSON.stringify(about)), 'content-type': photo.type };
    await cache.put(toUrl(about.generationId), new Response(photo, { headers }));
    const replaced = (await listAll(cache)).filter((other) => isOfSameFile(other, about));
    await Promise.all(replaced.map(({ generationId }) => cache.delete(toUrl(generationId))));
    return true;
  });
  return stored ?? false;
}

const isOfSameFile = (other: About, { generationId, userId, name, fileBytes }: About): boolean =>
  other.generationId !== generationId &&
  other.userId === userId &&
  other.name === name &&
  other.fileBytes === fileBytes;

/** Lists the photos of a user and of visitors. */
export async function listKeptPhotos(userId: string): Promise<KeptPhoto[]> {
  if (!(await hasKeptPhotos())) return [];
  const listed = (await withCache(listAll)) ?? [];
  return listed.filter((kept) => kept.userId === userId || kept.userId === '');
}

/** Forgets a photo that is stored on the server, or that the creator gave up. */
export async function dropPhoto(generationId: string): Promise<void> {
  if (!(await hasKeptPhotos())) return;
  await withCache(async (cache) => {
    await cache.delete(toUrl(generationId));
    if ((await cache.keys()).length === 0) await caches.delete(PHOTO_CACHE);
  });
}

/** Forgets the photos of a user and of visitors. Photos of other users wait for the next sign-in of their user. */
export async function dropPhotos(userId: string): Promise<void> {
  for (const { generationId } of await listKeptPhotos(userId)) await dropPhoto(generationId);
}

/** True if photos wait. Their code is needed only then. */
const hasKeptPhotos = async (): Promise<boolean> =>
  'caches' in globalThis && (await caches.has(PHOTO_CACHE).catch(() => false));

async function listAll(cache: Cache): Promise<KeptPhoto[]> {
  const photos = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const response = await cache.match(key);
      return response && (await readPhoto(response));
    }),
  );
  return photos.filter((photo) => photo !== undefined);
}

async function readPhoto(response: Response): Promise<KeptPhoto | undefined> {
  const about = parseJson(decodeURIComponent(response.headers.get(HEADER) ?? ''), isAbout);
  return about && { ...about, photo: await response.blob() };
}

/** @returns undefined if the browser has no such storage, e.g. in a private window, or if it is full */
async function withCache<T>(access: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  if (!('caches' in globalThis)) return undefined;
  try {
    return await access(await caches.open(PHOTO_CACHE));
  } catch {
    return undefined;
  }
}
