/** The limits that the first page reads. Its script has no room for the other limits (`LIMITS`). */
export const GENERATOR_LIMITS = {
  promptLength: 2_000,
  negativePromptLength: 2_000,
  /** The most thumbnails in the history on the home page (spec, section 9). */
  historyLength: 4,
} as const;
