/** Creates a generator of numbers in [0, 1) that a seed determines on every machine (mulberry32, Tommy Ettinger). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses `count` different items, or all items when there are fewer. */
export function chooseSome<T>(random: () => number, items: readonly T[], count: number): T[] {
  const remaining = [...items];
  return Array.from({ length: Math.min(count, remaining.length) }).flatMap(() =>
    remaining.splice(Math.floor(random() * remaining.length), 1),
  );
}

/** @throws Error when there are no items. */
export function chooseOne<T>(random: () => number, items: readonly T[]): T {
  const [item] = chooseSome(random, items, 1);
  if (item === undefined) throw new Error('Cannot choose from an empty list.');
  return item;
}
