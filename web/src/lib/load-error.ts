/** Says whether a file did not load, in the sentences of Chrome, Firefox, Safari and Vite. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/.test(error.message);
