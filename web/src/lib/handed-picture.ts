/** `free-cutout`: a cut-out that has no background already. */
export type HandedAnswer = 'picture' | 'free-cutout' | 'cutout';

/** A picture that the home page hands to the finish page of a thumbnail. */
export interface HandedPicture {
  thumbnailId: string;
  file: File;
  /** The creator's answer to the question about the picture. */
  answer: HandedAnswer;
}

let handed: HandedPicture | undefined;

/** Hands a picture over. A reload of the page loses it, as it loses each picture that the creator has just chosen. */
export function handPicture(picture: HandedPicture): void {
  handed = picture;
}

/** Takes the picture for a thumbnail, once. */
export function takePicture(thumbnailId: string): HandedPicture | undefined {
  const taken = handed?.thumbnailId === thumbnailId ? handed : undefined;
  handed = undefined;
  return taken;
}
