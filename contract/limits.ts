/** Limits that browser and functions hold alike. Lengths are in Unicode code points, after trimming. */
export const LIMITS = {
  promptLength: 2_000,
  negativePromptLength: 2_000,
  /** Largest request body the API reads, in bytes. */
  bodyBytes: 64 * 1024,
  /** Thumbnails in one page of the list. */
  pageSize: 24,
  maxPageSize: 100,
  /** Entries in the browser's history (spec, section 9). */
  historyLength: 4,
  /** How long an image's presigned URL is good for, in seconds. */
  imageUrlSeconds: 3_600,
  /** The longest one generation can run before API Gateway gives up on it, in seconds. */
  generationSeconds: 29,
} as const;
