import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Anton by Vernon Adams (SIL Open Font Licence), a TrueType file, which the rasteriser can read, out of npm. */
const ANTON = '@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf';

export interface Font {
  family: string;
  file: string;
  has(character: string): boolean;
  /** The width of a text set at size 1, without kerning. */
  measure(text: string): number;
}

let loaded: Font | undefined;

/** The one font of the sketches, read when the first is painted. */
export function sketchFont(): Font {
  loaded ??= readFont(createRequire(import.meta.url).resolve(ANTON), 'Anton');
  return loaded;
}

/**
 * Reads what setting type needs to know of a font: which characters it has, and how wide they are. OpenType
 * specification, "cmap", "head", "hhea" and "hmtx".
 */
function readFont(file: string, family: string): Font {
  const bytes = readFileSync(file);
  const table = tables(bytes);
  const glyphOf = characterMap(table('cmap'));
  const unitsPerEm = table('head').readUInt16BE(18);
  const metrics = table('hhea').readUInt16BE(34);
  const widths = table('hmtx');
  // Glyphs past the last metric are as wide as it.
  const advance = (glyph: number) => widths.readUInt16BE(Math.min(glyph, metrics - 1) * 4) / unitsPerEm;
  const glyph = (character: string) => glyphOf(character.codePointAt(0) ?? 0);
  return {
    family,
    file,
    has: (character) => glyph(character) !== 0,
    measure: (text) => Array.from(text).reduce((width, character) => width + advance(glyph(character)), 0),
  };
}

function tables(bytes: Buffer): (tag: string) => Buffer {
  const offsets = new Map<string, number>();
  const count = bytes.readUInt16BE(4);
  for (let nth = 0; nth < count; nth += 1) {
    const entry = 12 + nth * 16;
    offsets.set(bytes.toString('latin1', entry, entry + 4), bytes.readUInt32BE(entry + 8));
  }
  return (tag) => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return bytes.subarray(offset);
  };
}

/** A segment mapping (format 4), which every font for the web has: code points to glyphs, 0 for none. */
function characterMap(cmap: Buffer): (codePoint: number) => number {
  const subtable = segmentMapping(cmap);
  const doubled = subtable.readUInt16BE(6);
  const at = (row: number, segment: number) => 14 + row * doubled + (row > 0 ? 2 : 0) + segment * 2;
  return (codePoint) => {
    for (let segment = 0; segment < doubled / 2; segment += 1) {
      if (codePoint > subtable.readUInt16BE(at(0, segment))) continue;
      const start = subtable.readUInt16BE(at(1, segment));
      if (codePoint < start) return 0;
      const delta = subtable.readUInt16BE(at(2, segment));
      const rangeOffset = subtable.readUInt16BE(at(3, segment));
      if (rangeOffset === 0) return (codePoint + delta) & 0xffff;
      const glyph = subtable.readUInt16BE(at(3, segment) + rangeOffset + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

function segmentMapping(cmap: Buffer): Buffer {
  const count = cmap.readUInt16BE(2);
  for (let nth = 0; nth < count; nth += 1) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + nth * 8 + 4));
    if (subtable.readUInt16BE(0) === 4) return subtable;
  }
  throw new Error('The font has no segment mapping.');
}
