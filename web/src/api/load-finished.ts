import type { Design } from '#contract/design/design.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import type { CutoutKind } from '#contract/image-mark.ts';
import { listShownCutouts } from '../lib/render/finished-image.ts';
import type { FinishedImage } from '../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../lib/render/fonts.ts';
import { findKinds, listCutouts } from './cutouts.ts';
import { ConnectionError } from './errors.ts';
import { loadBitmap } from './load-bitmap.ts';
import { findVersionUrl } from './version-urls.ts';

/** A design with all that it shows, outside of the page that edits it. */
export interface LoadedDesign extends FinishedImage {
  image: ImageBitmap;
  /** The kinds of the cut-outs by id, for the mark of a file. */
  kinds: ReadonlyMap<string, CutoutKind>;
}

/**
 * Loads all that a design of a thumbnail shows: the image of its version, its cut-outs and its fonts. A cut-out that the account
 * does not have any more is left out.
 * @throws the errors of `request`; ConnectionError; FontsNotLoadedError
 */
export async function loadFinished(
  thumbnail: Pick<ReadThumbnailResponse, 'url' | 'edits'>,
  design: Design,
  signal: AbortSignal,
): Promise<LoadedDesign> {
  const url = findVersionUrl(thumbnail, design.image);
  if (url === undefined) throw new ConnectionError();
  const [image, cutouts] = await Promise.all([
    loadBitmap(url, signal),
    loadCutouts(design, signal),
    loadFonts(listTexts(design)),
  ]);
  return { image, design, ...cutouts };
}

async function loadCutouts(design: Design, signal: AbortSignal) {
  const used = new Set(listShownCutouts(design));
  const listed = used.size === 0 ? [] : (await listCutouts()).filter(({ id }) => used.has(id));
  const cutouts = new Map(
    await Promise.all(listed.map(async ({ id, url }) => [id, await loadBitmap(url, signal)] as const)),
  );
  return { cutouts, kinds: findKinds(cutouts.keys(), listed) };
}
