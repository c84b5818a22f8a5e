import { readJson, STORAGE_KEYS, writeItem } from './browser-storage.ts';
import { isListOf, isObjectOf, isOptional, isString } from './guards.ts';

/** The title and the headline of a chosen concept, or the title that a thumbnail's video has in the previews. */
interface VideoWords {
  /** The concept's prompt, or the thumbnail's id. */
  of: string;
  title: string;
  headline?: string | undefined;
}

const MAX_STORED = 30;
const isStored = isListOf(
  isObjectOf<VideoWords>({ of: isString, title: isString, headline: isOptional(isString) }),
);

const readWords = () => readJson(STORAGE_KEYS.videoWords, isStored) ?? [];
const findWords = (of: string) => readWords().find((words) => words.of === of);

/** Keeps them in this browser until the sign-out. */
export function keepWords(words: VideoWords): void {
  const others = readWords().filter(({ of }) => of !== words.of);
  writeItem(STORAGE_KEYS.videoWords, JSON.stringify([words, ...others].slice(0, MAX_STORED)));
}

/** Returns undefined if the prompt does not come from a concept. */
export const findHeadline = (prompt: string): string | undefined => findWords(prompt)?.headline;

interface Thumbnail {
  id: string;
  prompt: string;
}

/** Returns undefined if the user typed no title for the thumbnail and its prompt does not come from a concept. */
export const findTitle = ({ id, prompt }: Thumbnail): string | undefined =>
  (findWords(id) ?? findWords(prompt))?.title;
