/** The limits that the first page reads: its script has no room for all others (`LIMITS`). */
export const GENERATOR_LIMITS = {
  promptLength: 2_000,
  negativePromptLength: 2_000,
  /** Entries in the browser's history (spec, section 9). */
  historyLength: 4,
} as const;
