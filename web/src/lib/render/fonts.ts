import alfaLatin from '@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff2?url';
import antonLatin from '@fontsource/anton/files/anton-latin-400-normal.woff2?url';
import bebasLatin from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2?url';
import paytoneLatin from '@fontsource/paytone-one/files/paytone-one-latin-400-normal.woff2?url';
import tekoLatin from '@fontsource-variable/teko/files/teko-latin-wght-normal.woff2?url';
import type { Design, TextLayer } from '#contract/design/design.ts';
import type { Font } from '#contract/design/design-limits.ts';
import { ALL_WEIGHTS, LATIN } from './font-faces.ts';
import type { FaceSource } from './font-faces.ts';
import { findScripts, getScripts, hasOtherLetters, loadScripts } from './load-scripts.ts';
import type { ScriptFonts } from './script-fonts.ts';

interface FontInfo {
  /** The name in CSS, which is also the name that creators see. */
  family: string;
  /** Height of a capital letter, as a part of the em. */
  capHeight: number;
  weights: string;
  /** The file of the letters of Western Europe. `script-fonts.ts` has the others. */
  latin: string;
}

export const FONT_INFO: Record<Font, FontInfo> = {
  anton: {
    family: 'Anton',
    capHeight: 0.859,
    weights: ALL_WEIGHTS,
    latin: antonLatin,
  },
  'bebas-neue': {
    family: 'Bebas Neue',
    capHeight: 0.703,
    weights: ALL_WEIGHTS,
    latin: bebasLatin,
  },
  teko: {
    family: 'Teko',
    capHeight: 0.656,
    weights: '300 700',
    latin: tekoLatin,
  },
  'paytone-one': {
    family: 'Paytone One',
    capHeight: 0.688,
    weights: ALL_WEIGHTS,
    latin: paytoneLatin,
  },
  'alfa-slab-one': {
    family: 'Alfa Slab One',
    capHeight: 0.778,
    weights: ALL_WEIGHTS,
    latin: alfaLatin,
  },
};

const SOURCES: readonly FaceSource[] = Object.values(FONT_INFO).map(({ family, weights, latin }) => ({
  family,
  url: latin,
  weights,
  range: LATIN,
}));

const TIMEOUT_MS = 15_000;

/** The fonts of a design could not be loaded. A rendering without them would look different. */
export class FontsNotLoadedError extends Error {
  override name = 'FontsNotLoadedError';
  /** The names of the fonts. */
  readonly families: readonly string[];

  constructor(families: readonly string[], options?: ErrorOptions) {
    super(`The font ${families.join(' and ')} could not be loaded.`, options);
    this.families = families;
  }
}

/** A text with what selects its letters. A text that is shown in a language has the tag of the language. */
type Words = Pick<TextLayer, 'text' | 'upperCase'> & { language?: string };

/** The fonts lack these characters, whose width would come from another font: the narrow no-break blank, and the no-break hyphen. */
const REPLACED: Record<string, string> = { '\u202F': '\u00A0', '\u2007': '\u00A0', '\u2011': '-' };

/** Returns the letters of a layer that are drawn. The fonts have "ệ", but not all of the marks that a Mac writes behind "e" for it. */
export function shownText({ text, upperCase, language = 'en' }: Words): string {
  const capitals = () => findScripts(text)?.toCapitals(text, language) ?? text.toLocaleUpperCase(language);
  return (upperCase === true ? capitals() : text)
    .normalize('NFC')
    .replaceAll(/[\u202F\u2007\u2011]/g, (character) => REPLACED[character] ?? character);
}

/** Selects the fonts of a text. A text in another script has its fonts when `loadFonts` has loaded them. */
function selectFonts(text: string, font: Font): ScriptFonts {
  const { family, capHeight } = FONT_INFO[font];
  return (
    findScripts(text)?.selectScriptFonts(text, { font, family, capHeight }) ?? {
      families: [family],
      names: [family],
      postScriptName: undefined,
      scale: 1,
      top: capHeight,
      bottom: 0,
    }
  );
}

/** Returns the names of the fonts that draw the letters of a text, the font of most letters first. */
export const findFonts = (text: string, font: Font): readonly string[] => selectFonts(text, font).names;

/** The families from which characters come that none of our fonts has. */
export const SYSTEM_FAMILIES = 'Impact, sans-serif';

/** Returns the value of CSS's `font-family` for a text. */
export const cssFamilies = (text: string, font: Font): string =>
  [...selectFonts(text, font).families.map((family) => `"${family}"`), SYSTEM_FAMILIES].join(', ');

/** Returns the value of CSS's `font` for a layer. */
export const cssFont = (layer: Pick<TextLayer, 'font' | 'size' | 'weight'> & Words): string =>
  `${layer.weight} ${measureLetters(layer).emSize}px ${cssFamilies(shownText(layer), layer.font)}`;

/** The letters of a layer, in pixels of the frame. */
interface LetterMetrics {
  /** The height of a capital letter of the chosen font. Letters of other fonts are scaled to it. */
  capHeight: number;
  /** The extent of letters with their marks above and below the baseline. */
  top: number;
  bottom: number;
  /** The size of the em in the font that draws most letters, and the name of this font in design programs if it is not the chosen font. */
  emSize: number;
  postScriptName: string | undefined;
}

export function measureLetters(layer: Pick<TextLayer, 'font' | 'size'> & Words): LetterMetrics {
  const { size, font } = layer;
  const { top, bottom, scale, postScriptName } = selectFonts(shownText(layer), font);
  return {
    capHeight: FONT_INFO[font].capHeight * size,
    top: top * size,
    bottom: bottom * size,
    emSize: scale === 1 ? size : roundToEven(size * scale),
    postScriptName,
  };
}

/** Firefox draws only even sizes on Linux. */
const roundToEven = (size: number): number => 2 * Math.round(size / 2);

/** The faces that the document knows, by their files. */
const registered = new Map<FaceSource, FontFace>();

/**
 * Makes the fonts known to the document. Nothing is loaded before a text needs it. Where two files have a letter, the browser uses the file
 * that was added last, so all files are added again when there are more of them.
 */
function registerFonts(): void {
  // The browser never loads a failed face again, so a new one takes its place.
  const failed = [...registered].filter(([, { status }]) => status === 'error');
  const sources = [...(getScripts()?.listSources() ?? []), ...SOURCES];
  if (failed.length === 0 && sources.every((source) => registered.has(source))) return;
  for (const face of registered.values()) document.fonts.delete(face);
  for (const [source] of failed) registered.delete(source);
  for (const source of sources) {
    const { family, url, weights, range } = source;
    const face =
      registered.get(source) ?? new FontFace(family, `url(${url})`, { weight: weights, unicodeRange: range });
    registered.set(source, face);
    document.fonts.add(face);
  }
}

/** The texts of a design that are drawn, and need their fonts. */
export const listTexts = ({ layers }: Design): TextLayer[] =>
  layers.filter((layer) => layer.kind === 'text').filter(({ hidden }) => !hidden);

/** True if all fonts of text layers have loaded, with the characters that the texts use. */
export function haveFontsLoaded(layers: readonly TextLayer[]): boolean {
  registerFonts();
  return layers.every((layer) => {
    const text = shownText(layer);
    const areKnown = !hasOtherLetters(text) || findScripts(text)?.haveListsLoaded(text) === true;
    return areKnown && document.fonts.check(cssFont(layer), text);
  });
}

/**
 * Loads the fonts of text layers, with the characters that they use.
 * @throws FontsNotLoadedError
 */
export async function loadFonts(layers: readonly TextLayer[]): Promise<void> {
  const results = await Promise.allSettled(layers.map((layer) => loadFont(layer)));
  const missing = layers.filter((_layer, index) => results[index]?.status === 'rejected');
  if (missing.length === 0) return;
  const cause: unknown = results.find((result) => result.status === 'rejected')?.reason;
  throw new FontsNotLoadedError([...new Set(missing.flatMap(nameFonts))], { cause });
}

/** The names of the fonts of a text. They are not known if their list could not be loaded. */
function nameFonts(layer: TextLayer): readonly string[] {
  const text = shownText(layer);
  const areKnown = !hasOtherLetters(text) || findScripts(text)?.haveListsLoaded(text) === true;
  return areKnown ? findFonts(text, layer.font) : ['for these letters'];
}

function loadFont(layer: TextLayer): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const timedOut = new Promise((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason as Error), { once: true });
  });
  return Promise.race([loadFaces(layer), timedOut]);
}

async function loadFaces(layer: TextLayer): Promise<void> {
  const text = shownText(layer);
  if (hasOtherLetters(text)) await (await loadScripts()).loadLists(text);
  registerFonts();
  await document.fonts.load(cssFont(layer), text);
}
