import type { Font } from '#contract/design/design-limits.ts';
import type { FaceSource } from './font-faces.ts';
import { LATIN_FACES } from './latin-faces.ts';
import { LEADING_SHARE, SCRIPT_FONTS, TEKO } from './script-font-table.ts';
import type { ScriptFont } from './script-font-table.ts';

/** The fonts of a text. */
export interface ScriptFonts {
  /** The names in CSS, in the order in which the browser looks for a letter. */
  families: readonly string[];
  /** The names of the fonts that draw the letters. */
  names: readonly string[];
  /** The name of the font of most letters in design programs. Undefined for the font of the design. */
  postScriptName: string | undefined;
  /** Scales the letters to the height of the letters of the chosen font. */
  scale: number;
  /** The extent of letters with their marks above and below the baseline, as parts of the text size. */
  top: number;
  bottom: number;
}

/** Selects the fonts of a text whose chosen font may lack letters. */
export function selectScriptFonts(
  text: string,
  { font, family, capHeight }: { font: Font; family: string; capHeight: number },
): ScriptFonts {
  const used = SCRIPT_FONTS.filter(({ letters }) => letters.test(text));
  const missing = used.filter(({ includedIn = [] }) => !includedIn.includes(font));
  const lead = findLead(text, missing);
  const scale = lead === undefined ? 1 : capHeight / lead.capHeight;
  const others = missing.filter((script) => script.family !== lead?.family);
  const first = lead ?? { family, name: family };
  const own = font === 'teko' && used.length > missing.length ? [TEKO] : [];
  return {
    families: [...new Set([first.family, family, ...own, ...others.map((script) => script.family)])],
    names: [...new Set([first, ...others].map((script) => script.name ?? script.family))],
    postScriptName: lead?.postScriptName,
    scale,
    top: Math.max(capHeight, ...used.map(({ top }) => top * scale)),
    bottom: Math.max(0, ...used.map(({ bottom }) => bottom * scale)),
  };
}

/** Finds the font of the script that has most of the letters, if it has enough letters to draw the whole text. */
function findLead(text: string, missing: readonly ScriptFont[]): ScriptFont | undefined {
  const all = countMatches(text, /[\p{L}\p{M}]/u);
  return missing
    .map((script) => ({ script, count: countMatches(text, script.letters) }))
    .filter(({ script, count }) => count >= all * (script.leadsFrom ?? LEADING_SHARE))
    .toSorted((one, other) => other.count - one.count)
    .at(0)?.script;
}

const countMatches = (text: string, pattern: RegExp): number =>
  Array.from(text).filter((character) => pattern.test(character)).length;

/** The lists of files that have been loaded. */
const loadedLists = new Map<ScriptFont, readonly FaceSource[]>();

/** Lists the files of all fonts whose list of files has been loaded. */
export const listSources = (): FaceSource[] => [
  ...LATIN_FACES,
  ...new Set(SCRIPT_FONTS.flatMap((script) => findSources(script) ?? [])),
];

const findSources = (script: ScriptFont): readonly FaceSource[] | undefined =>
  typeof script.faces === 'function' ? loadedLists.get(script) : script.faces;

/** True if the lists of files are loaded that a text needs. */
export const haveListsLoaded = (text: string): boolean =>
  SCRIPT_FONTS.every((script) => findSources(script) !== undefined || !script.letters.test(text));

/** Loads the lists of files that a text needs. */
export async function loadLists(text: string): Promise<void> {
  for (const script of SCRIPT_FONTS) {
    const { letters, faces } = script;
    if (typeof faces === 'function' && letters.test(text)) loadedLists.set(script, await faces());
  }
}
