export interface ExportedFile {
  name: string;
  blob: Blob;
  /** The number of images in the file that lack a cut-out which is not available any more. @default 0 */
  incomplete?: number;
}
