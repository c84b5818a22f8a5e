const KANA = /[\u3041-\u3096\u30a1-\u30fa]/;

/** Control characters that no text has: UTF-16 without a mark, another encoding with escapes, or binary data. */
const BINARY = /[^\P{Cc}\t-\r\x80-\x9f]/u;

/** In a text of a Latin script, fewer letters than this part have an accent. */
const MAX_ACCENTED = 0.3;

/**
 * Decodes a text file, which does not name its encoding: UTF-8 or UTF-16, or the older encodings of Japanese and of western European
 * programs for subtitles. A wrong one would send question marks to the model.
 * @returns undefined when the encoding is none of them
 */
export function decodeText(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  const text = decode(bytes, 'utf-8') ?? decodeJapanese(bytes) ?? decodeWestern(bytes);
  return text === undefined || BINARY.test(text) ? undefined : text;
}

function decode(bytes: ArrayBuffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // The bytes are not a text in this encoding.
  }
}

/** Pairs of western letters are also Kanji, but a Japanese text has Kana. */
function decodeJapanese(bytes: ArrayBuffer): string | undefined {
  const text = decode(bytes, 'shift_jis');
  return text !== undefined && KANA.test(text) ? text : undefined;
}

/** All bytes are letters of Windows-1252, also those of a Cyrillic text, which then has hardly any letter without an accent. */
function decodeWestern(bytes: ArrayBuffer): string | undefined {
  const text = decode(bytes, 'windows-1252') ?? '';
  const letters = text.match(/\p{L}/gu) ?? [];
  const accented = letters.filter((letter) => letter > '\x7f');
  return accented.length > letters.length * MAX_ACCENTED ? undefined : text;
}
