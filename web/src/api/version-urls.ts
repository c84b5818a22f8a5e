import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { isSameFile } from './read-thumbnails.ts';

/**
 * Finds the address of the version that a design shows.
 * @param image the id of an edit; undefined for the original.
 * @returns undefined if the list does not have the version: another one must not take its place
 */
export const findVersionUrl = (
  { url, edits = [] }: { url?: string | undefined; edits?: readonly ThumbnailEdit[] | undefined },
  image: string | undefined,
): string | undefined => (image === undefined ? url : edits.find(({ id }) => id === image)?.imageURL);

/** Finds the new URL of the image that an expired URL names. An image that only the browser has is replaced by the original. */
export const renewUrl = (
  { url, edits = [] }: Pick<ReadThumbnailResponse, 'url' | 'edits'>,
  expired: string,
): string | undefined => edits.find(({ imageURL }) => isSameFile(imageURL, expired))?.imageURL ?? url;
