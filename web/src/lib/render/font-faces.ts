/** The range of Fontsource's subset of the letters of Western Europe. The browser loads its file only when a text has one of them. */
export const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

/** A file of a font, with the characters for which it is loaded. */
export interface FaceSource {
  family: string;
  url: string;
  /** The weights for which the file is drawn as it is. A browser makes letters bold itself if the file lacks the weight. */
  weights: string;
  range: string;
}

/** The fonts of a script draw every weight with their only file. */
export const ALL_WEIGHTS = '100 900';

/** Lists the files of a font with one weight. Where two files have a letter, the last one is used. */
export const listFaces = (
  family: string,
  files: readonly (readonly [url: string, range: string])[],
): FaceSource[] => files.map(([url, range]) => ({ family, url, range, weights: ALL_WEIGHTS }));
