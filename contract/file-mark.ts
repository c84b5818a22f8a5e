import { DIGITAL_SOURCE_TYPES } from './design/image-metadata.ts';
import type { ImageMark } from './image-mark.ts';
import { AI_PICTURE, EDITED_PHOTO, PHOTO } from './photo.ts';

/** The last parts of the terms that XMP and C2PA manifests use. Both store the terms as plain text. */
const [GENERATED = '', COMPOSITE = ''] = [DIGITAL_SOURCE_TYPES.generated, DIGITAL_SOURCE_TYPES.composite].map(
  (term) => term.split('/').at(-1),
);

/**
 * Reads the mark of AI that a file has already, e.g. a thumbnail that was exported and is uploaded again. A file with both marks is a
 * composite. Metadata that was removed cannot be known.
 */
export function readFileMark(file: Uint8Array): ImageMark {
  const text = new TextDecoder('latin1').decode(file);
  if (text.includes(COMPOSITE)) return 'composite';
  return text.includes(GENERATED) ? 'generated' : 'none';
}

/** The model of the thumbnail of an upload, by the mark of the uploaded file. */
export const UPLOAD_MODELS = {
  none: PHOTO,
  composite: EDITED_PHOTO,
  generated: AI_PICTURE,
} as const satisfies Record<ImageMark, string>;
