/**
 * Numbers names, so that a screen reader tells the three images of one prompt apart.
 * @returns for each name, how many of the names up to it are the same: 1 for the first
 */
export function numberNames(names: readonly (string | undefined)[]): number[] {
  const counts = new Map<string | undefined, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  });
}
