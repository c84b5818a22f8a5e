/** The value of `model` for a thumbnail of a photo: its pixels come from a camera or a screen, not from a model. */
export const PHOTO = 'photo';

/** The value of `model` for the copy of a photo as an edit by a model changed it. */
export const EDITED_PHOTO = 'edited-photo';
