import type { Design } from '#contract/design/design.ts';

/** Shows a design in a language, and changes it there. */
export interface Lens {
  /** Returns the design as it is shown. */
  show: (design: Design) => Design;
  /** Returns the edit of the design that makes a change of what is shown. */
  edit: (edit: (shown: Design) => Design) => (design: Design) => Design;
  /** Shows the language whose text differs between two designs. @returns the words for screen readers */
  follow: (before: Design, after: Design) => string;
}

export interface LanguageState {
  /** The language that the creator has chosen. Undefined for the original. */
  language?: string | undefined;
  /** True if the languages are in view instead of the layers. */
  isOpen?: boolean;
}
