/** The value of `model` for a thumbnail of a photo: its pixels come from a camera or a screen, not from a model. */
export const PHOTO = 'photo';

/**
 * The value of `model` for the copy of a photo as an edit by a model changed it, and for a thumbnail of an uploaded file that says that AI
 * made a part of it.
 */
export const EDITED_PHOTO = 'edited-photo';

/** The value of `model` for a thumbnail of an uploaded file that says that AI made it. */
export const AI_PICTURE = 'ai-picture';

const UPLOADED: readonly string[] = [PHOTO, EDITED_PHOTO, AI_PICTURE];

/** Returns true for the model of a thumbnail that was made of an upload. Such a thumbnail has no spend. */
export const isUploaded = (model: unknown): boolean => typeof model === 'string' && UPLOADED.includes(model);

/** The title of a photo without a name: a photo has no prompt that could name it. */
export const UNTITLED = 'Untitled picture';
