export interface ExportedFile {
  name: string;
  blob: Blob;
  /** The number of images in the file that lack a cut-out which is not available any more. @default 0 */
  incomplete?: number;
  /** The number of further files that other languages would give. @default 0 */
  languages?: number;
}

/**
 * Says that exported images leave out a cut-out.
 * @param count of all images
 * @param incomplete the number of images without a cut-out
 */
export function describeIncomplete(count: number, incomplete: number): string {
  const images = incomplete === 1 ? (count === 1 ? 'The image' : 'One image') : `${incomplete} images`;
  return `${images} ${incomplete === 1 ? 'leaves' : 'leave'} out a cut-out that is not available.`;
}
