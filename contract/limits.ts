/** Limits that the browser and the functions share. Lengths are in Unicode code points, after trimming. */
export const LIMITS = {
  promptLength: 2_000,
  negativePromptLength: 2_000,
  /** Largest request body the API reads, in bytes. */
  bodyBytes: 64 * 1024,
  /** Default number of thumbnails in one page of the list. */
  pageSize: 24,
  maxPageSize: 100,
  /** Entries in the browser's history (spec, section 9). */
  historyLength: 4,
  /** Lifetime of an image's presigned URL, in seconds. */
  imageUrlSeconds: 3_600,
  /** Timeout of a generation, in seconds. API Gateway's own limit is 30. */
  generationSeconds: 29,
} as const;
