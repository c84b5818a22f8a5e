import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import { findVersionUrl } from '../../../api/version-urls.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import { findBase } from './versions.ts';
import type { VersionList } from './versions.ts';

/**
 * The versions of a thumbnail: its original and its edits, with the images of the versions that the page needs.
 * @param image the id of the chosen edit; undefined for the original. While a tool is in use, an upscaled image is shown as its
 * base, because the tool changes the base.
 */
export function useVersions(
  { id, size, ...thumbnail }: LoadedThumbnail,
  { image, isEditing }: { image: string | undefined; isEditing: boolean },
) {
  const [stored, setStored] = useState({ url: thumbnail.url, edits: thumbnail.edits });
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, ImageBitmap>>(
    new Map([[thumbnail.shownId, thumbnail.image]]),
  );
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const left = useRef(new AbortController());
  const shown = useRef(thumbnail.image);
  const list = useMemo((): VersionList => ({ size, edits: stored.edits.toReversed() }), [size, stored]);

  const take = ({ url = thumbnail.url, edits = [] }: Pick<ReadThumbnailResponse, 'url' | 'edits'>) => {
    setStored({ url, edits });
    return { url, edits };
  };
  const read = async () => take(await readThumbnail(id, left.current.signal));

  /** The URL of an image may have expired, or another device has made the edit: then the list is read again. */
  const load = async (wanted: string): Promise<void> => {
    const loadFrom = async (from: typeof stored) => {
      const url = findVersionUrl(from, wanted === id ? undefined : wanted);
      if (url === undefined) throw new Error('An unknown version');
      return loadBitmap(url, left.current.signal);
    };
    setFailed((before) => without(before, wanted));
    try {
      const bitmap = await loadFrom(stored).catch(async () => loadFrom(await read()));
      setBitmaps((before) => new Map(before).set(wanted, bitmap));
    } catch {
      setFailed((before) => new Set(before).add(wanted));
    }
  };

  const base = findBase(list, image);
  const chosenId = image ?? id;
  const shownId = (isEditing ? base?.id : image) ?? id;
  const bitmap = bitmaps.get(shownId);
  const needed = [...new Set([chosenId, shownId])];
  const loadNeeded = useEffectEvent(() => {
    for (const wanted of needed) if (!bitmaps.has(wanted)) void load(wanted);
  });
  useEffect(() => loadNeeded(), [chosenId, shownId]);
  useEffect(() => {
    if (bitmap) shown.current = bitmap;
  }, [bitmap]);

  return {
    /** The image of the shown version. While it loads, the image of the previously shown version. */
    image: bitmap ?? shown.current,
    /** The image of the version that the design has chosen. Undefined until the image has loaded. */
    chosenImage: bitmaps.get(chosenId),
    /** True if the image of the shown version has loaded. */
    isLoaded: bitmap !== undefined,
    /** True if the image of the chosen or of the shown version could not be loaded. */
    hasFailed: needed.some((wanted) => failed.has(wanted)),
    /** The id and the URL of the original, or of its preview. */
    id,
    url: thumbnail.originalPreviewURL ?? stored.url,
    list,
    /** The version that an edit starts from; undefined for the original. */
    base,
    bitmaps,
    failed,
    load: (wanted: string) => void (bitmaps.has(wanted) || load(wanted)),
    /** Loads again what could not be loaded. */
    retry: () => {
      for (const wanted of failed) void load(wanted);
    },
    /** Shows the versions of a newer response. @returns all versions */
    take: (thumbnailRead: ReadThumbnailResponse): VersionList => ({
      size,
      edits: take(thumbnailRead).edits.toReversed(),
    }),
  };
}

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : ids;
