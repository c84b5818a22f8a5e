import { type Reader, selectValues } from '#contract/endpoints/readers.ts';
import { THUMBNAIL_FIELDS } from '#contract/endpoints/thumbnail-fields.ts';
import type { ListedImage } from './listed-rows.ts';
import type { KeptGeneration } from './rows.ts';

/** Returns the fields that every thumbnail has and that the reader may read. */
export function toThumbnailFields<R extends Reader>(thumbnail: KeptGeneration | ListedImage, reader: R) {
  const { generationId: id, prompt, negativePrompt, model, createdAt, setId } = thumbnail;
  const { reference, name, favorite: mark } = thumbnail.status === 'succeeded' ? thumbnail : {};
  // The type reports a field that is missing here, even an optional field.
  const fields = {
    id,
    prompt,
    negativePrompt,
    model,
    createdAt,
    reference,
    setId,
    name,
    favorite: mark,
  } satisfies Record<keyof typeof THUMBNAIL_FIELDS, unknown>;
  return selectValues(THUMBNAIL_FIELDS, reader, fields);
}
