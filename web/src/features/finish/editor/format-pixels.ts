/** Formats a length, for example `1 pixel`. */
export const formatPixels = (length: number): string => `${length} ${length === 1 ? 'pixel' : 'pixels'}`;
