import { encodeCanvas, EXPORT_LIMITS } from '../export/encode-canvas.ts';
import type { ExportLimit } from '../export/encode-canvas.ts';
import type { ExportedFile } from '../export/exported-file.ts';
import { exportFileName } from '../export/file-name.ts';
import type { ImageFormat } from '../export/file-name.ts';
import { cropToFrame, DEFAULT_SIZE } from '../export/frame.ts';
import { renderDesign } from './draw-design.ts';
import { findVisiblePart } from './prepare-image.ts';
import { imageSize, listShownCutouts } from './finished-image.ts';
import type { FinishedImage, MarkedImage, Size } from './finished-image.ts';

export interface ExportSettings {
  size: Size;
  format: ImageFormat;
  /** The place from which the creator uploads the file to YouTube. It limits the size of the file. */
  limit: ExportLimit;
  /** The file's name without its size and extension, as the creator typed it. */
  name: string;
}

export const EXPORT_SIZES: readonly Size[] = [
  DEFAULT_SIZE,
  { width: 1_920, height: 1_080 },
  { width: 3_840, height: 2_160 },
];

/** Formats a size, for example `1280 × 720`. */
export const formatSize = ({ width, height }: Size): string => `${width} × ${height}`;

export const describeLimit = (limit: ExportLimit): string =>
  `YouTube takes at most ${EXPORT_LIMITS[limit] / 1e6} MB from a ${limit}`;

/**
 * True if the shown part of the image has enough pixels for the size. The default size is always offered. The pixels are rounded, because
 * a division by a zoom of 110 % is not exact.
 */
export const isOffered = (size: Size, { image, design }: FinishedImage): boolean =>
  size.width <= Math.max(DEFAULT_SIZE.width, Math.round(findVisiblePart(imageSize(image), design).width));

/** The largest zoom, in percent, with which the image has enough pixels for a size. Undefined if it has too few without a zoom. */
export function findLargestZoom(size: Size, { image, design }: FinishedImage): number | undefined {
  const zoom = Math.floor((cropToFrame(imageSize(image), design.crop).width * 100) / size.width);
  return zoom >= 100 ? zoom : undefined;
}

/**
 * Renders and encodes a finished image.
 * @param signal aborts when the file is no longer needed
 * @throws FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser cannot encode it
 */
export async function exportDesign(
  finished: MarkedImage,
  { size, format, limit, name }: ExportSettings,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const canvas = await renderDesign(finished, size);
  signal?.throwIfAborted();
  const shown = listShownCutouts(finished.design);
  const drawn = shown.filter((id) => finished.cutouts.has(id));
  const blob = await encodeCanvas(canvas, { format, mark: finished.mark, limit }, signal);
  return { name: exportFileName(name, size, format), blob, incomplete: Number(drawn.length < shown.length) };
}
