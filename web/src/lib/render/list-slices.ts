import { ALL_WEIGHTS } from './font-faces.ts';
import type { FaceSource } from './font-faces.ts';

/**
 * Lists the files of a font that Fontsource has cut into slices. Where two files have a letter, the last one is used.
 * @param ranges the characters by the name of the file's slice, as `[12]` or `latin`
 * @param urls the addresses by the path of the file
 */
export function listSlices(
  family: string,
  ranges: Readonly<Record<string, string>>,
  urls: Readonly<Record<string, string>>,
): FaceSource[] {
  const found = new Map(
    Object.entries(urls).map(([path, url]) => [/-(\d+|latin)-400-normal\.woff2$/.exec(path)?.[1], url]),
  );
  return Object.entries(ranges).flatMap(([slice, range]) => {
    const url = found.get(slice.replaceAll(/[[\]]/g, ''));
    return url === undefined ? [] : [{ family, url, range, weights: ALL_WEIGHTS }];
  });
}
