import type { Size } from './frame.ts';

/**
 * The longest name, in Unicode code points. With its size, a language and its extension, it stays below the 255 bytes that file systems
 * allow.
 */
const MAX_LENGTH = 55;
/** The longest text to normalize, in UTF-16 code units. Normalization takes quadratic time, because it sorts the marks of a letter. */
const MAX_NORMALIZED_LENGTH = 1_000;
const FALLBACK = 'thumbnail';
const LINK = /\b(?:https?:|(?:www\.|m\.|music\.)?youtu(?:be\.com|\.be)\/)\S+/gi;

export type ImageFormat = 'jpeg' | 'png';

/** The formats of an export: an image, or a Photoshop file with its layers. */
export type FileFormat = ImageFormat | 'psd';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', psd: 'psd' } as const satisfies Record<FileFormat, string>;

/**
 * A prompt, or a name that the creator typed, as the first part of a file name: lower-case words of any script, joined
 * by hyphens. Links are left out. It contains no path, dot, control character or white space.
 */
export function slug(text: string): string {
  const words = text
    .replace(LINK, ' ')
    .slice(0, MAX_NORMALIZED_LENGTH)
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  return words === null ? FALLBACK : shorten(words.join('-'));
}

/** Cuts between two words where it can. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const start = characters.slice(0, MAX_LENGTH + 1).join('');
  const end = start.lastIndexOf('-');
  return end > 0 ? start.slice(0, end) : characters.slice(0, MAX_LENGTH).join('');
}

/** Creates a file name, for example `mountain-sunrise-1280x720.jpg`. With the size, it cannot be a name that Windows reserves. */
export function exportFileName(text: string, { width, height }: Size, format: FileFormat): string {
  return `${slug(text)}-${width}x${height}.${EXTENSIONS[format]}`;
}
