/** The bytes that the mark of AI takes in a file, at most. */
export const MARK_BYTES = 1_000;
