import type { Rect } from '../../../lib/render/finished-image.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Rendering } from '../editor/use-rendering.ts';
import type { Languages } from '../translations/language-view.ts';
import type { Check } from './check.ts';

/** The checks of a design as it is shown, and the problems of its texts in each language. */
export interface Checked {
  shown: Check[];
  /** The original is undefined. Empty until a design with languages is checked. */
  languages: ReadonlyMap<string | undefined, readonly Check[]>;
}

export interface UseChecksOptions {
  rendering: Rendering | undefined;
  editor: Pick<Editor, 'design' | 'original'>;
  languages: Languages | undefined;
  /** The ids of the cut-outs that are not in the account any more. */
  missingCutouts: ReadonlySet<string>;
  /** The faces in the picture. Undefined if nothing has looked for them. */
  faces: readonly Rect[] | undefined;
  /** Counts as one more thing that needs a look. */
  isFileTooLarge: boolean;
}
