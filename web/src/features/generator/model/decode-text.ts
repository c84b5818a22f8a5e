const KANA = /[\u3041-\u3096\u30a1-\u30fa]/;

/** Control characters that no text has: UTF-16 without a mark, another encoding with escapes, or binary data. */
const BINARY = /[^\P{Cc}\t-\r\x80-\x9f]/u;

/** The share of letters with an accent that no text in a Latin script exceeds. */
const MAX_ACCENTED = 0.3;

/**
 * Decodes a text file, which does not name its encoding: UTF-8 or UTF-16, or the older encodings of Japanese and of western European
 * programs for subtitles. A wrong encoding would send question marks to the model.
 * @returns undefined if the text has another encoding
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

/** Decodes Windows-1252. Every byte decodes, so text in another script, e.g. Cyrillic, is recognized by its many accented letters. */
function decodeWestern(bytes: ArrayBuffer): string | undefined {
  const text = decode(bytes, 'windows-1252') ?? '';
  const letters = text.match(/\p{L}/gu) ?? [];
  const accented = letters.filter((letter) => letter > '\x7f');
  return accented.length > letters.length * MAX_ACCENTED ? undefined : text;
}
