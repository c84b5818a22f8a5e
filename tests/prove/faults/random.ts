import { newRandom } from '../../bench/scale/random.ts';

/** Choices that follow from a seed. */
export interface Random {
  /** @throws Error where there is nothing to choose from. */
  one<T>(items: readonly T[]): T;
  /** So many of them, or all, none twice. */
  some<T>(items: readonly T[], count: number): T[];
}

export function seeded(seed: number): Random {
  const next = newRandom(seed);
  const take = <T>(items: T[]): T => {
    const [taken] = items.splice(Math.floor(next() * items.length), 1);
    if (taken === undefined) throw new Error('There is nothing to choose from.');
    return taken;
  };
  return {
    one: (items) => take([...items]),
    some(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () => take(left));
    },
  };
}
