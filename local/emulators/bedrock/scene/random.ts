import { createHash } from 'node:crypto';

/** Seeded chance: the same key deals the same hand on every machine. */
export class Random {
  #state: number;

  constructor(key: string) {
    this.#state = createHash('sha256').update(key).digest().readUInt32LE();
  }

  /** 0 <= x < 1, by Tommy Ettinger's mulberry32: 32 bits of state are plenty for a drawing. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** As many results as asked for. */
  times<T>(count: number, make: (nth: number) => T): T[] {
    return Array.from({ length: count }, (_, nth) => make(nth));
  }
}
