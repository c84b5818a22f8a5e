import { useEffect, useRef, useState } from 'react';
import type { ThumbnailEdit } from '../../../../../contract/edit-schemas.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import type { LoadedThumbnail } from '../model/load-thumbnail.ts';

/**
 * The versions of the image, and the one that the design shows. Until its image has loaded, the one before stays.
 * @param image the id of an edit; undefined for the original.
 */
export function useVersions(thumbnail: LoadedThumbnail, image: string | undefined) {
  const [edits, setEdits] = useState(thumbnail.edits);
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, ImageBitmap>>(() =>
    thumbnail.shown === undefined ? new Map() : new Map([[thumbnail.shown.id, thumbnail.shown.image]]),
  );
  const [last, setLast] = useState(thumbnail.shown?.image ?? thumbnail.image);
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = (left.current = new AbortController());
    return () => controller.abort();
  }, []);

  const edit = edits.find(({ id }) => id === image);
  const url = edit?.imageURL;
  const loaded = image === undefined || edit === undefined ? thumbnail.image : bitmaps.get(image);
  useEffect(() => {
    if (loaded !== undefined || image === undefined || url === undefined) return;
    loadBitmap(url, left.current.signal).then(
      (bitmap) => setBitmaps((before) => new Map(before).set(image, bitmap)),
      // The version before stays in view. A reload has new addresses.
      () => undefined,
    );
  }, [image, url, loaded]);
  if (loaded !== undefined && loaded !== last) setLast(loaded);

  return {
    /** Newest first. */
    edits,
    /** The edit that the design shows; undefined for the original. */
    edit,
    image: loaded ?? last,
    isLoaded: loaded !== undefined,
    add: (made: ThumbnailEdit) => setEdits((before) => [made, ...before.filter(({ id }) => id !== made.id)]),
  };
}

export type Versions = ReturnType<typeof useVersions>;
