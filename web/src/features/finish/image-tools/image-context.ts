import { createRequiredContext } from '../../../lib/required-context.ts';
import type { ImageTools } from './use-image-tools.ts';

/** The values that change with the image: its versions, its edits, the tool in use, and the element that shows the image. */
export interface EditedImage {
  imageTools: ImageTools;
  /** The main colors of the image. */
  palette: readonly string[];
  /** The element with the canvas. Null until it is on the page. */
  picture: HTMLElement | null;
  setPicture: (picture: HTMLElement | null) => void;
}

export const [ImageContext, useEditedImage] = createRequiredContext<EditedImage>();
