/** A large prime. Two texts of the same length have the same hash by chance in one of 2^32 cases. */
const FACTOR = 0x01000193;

/** Computes a short mark of a text: equal texts have equal marks, and a mark does not tell its text. */
export function markText(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(index)) | 0;
  return `${text.length}.${hash}`;
}
