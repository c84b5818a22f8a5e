import type { LayerChanges } from '../editor/edit-design.ts';

export interface Fix {
  /** The text of its button. */
  label: string;
  /** The announcement for screen readers after the fix. */
  said: string;
  /** `words`: the creator writes the words of the text. `place`: the creator chooses the cut-out of the place. */
  changes: LayerChanges | 'remove' | 'to front' | 'words' | 'place';
}

export interface Hint {
  layerId: string;
  title: string;
  detail: string;
  /** Absent when only the creator can help, with fewer words. */
  fix?: Fix;
  /** The language of a text that the page does not show. The original is undefined. */
  elsewhere?: { language: string | undefined };
}

export interface Check {
  name:
    | 'words'
    | 'fonts'
    | 'contrast'
    | 'size'
    | 'fit'
    | 'frame'
    | 'badge'
    | 'covered'
    | 'faces'
    | 'cutout'
    | 'place';
  /** The language of hints that the page does not show. The original is empty. */
  language?: string;
  /** The texts of a check without hints; `short` is shown in one line with other checks. Absent if the check exists only with hints. */
  passed?: { title: string; detail: string; short: string };
  /** Says that this browser cannot do the check, and what to look at instead. The check then has no verdict. */
  unknown?: { title: string; detail: string };
  /** One hint for each layer that fails. */
  hints: Hint[];
}

const MAX_QUOTE_LENGTH = 24;

/** Returns the words of a text, or the name of another layer, in quotation marks. Long words are cut. */
export function quote(words: string): string {
  const letters = Array.from(words);
  if (letters.length <= MAX_QUOTE_LENGTH) return `“${words}”`;
  const start = letters.slice(0, MAX_QUOTE_LENGTH - 1).join('');
  return `“${start.trimEnd()}…”`;
}
