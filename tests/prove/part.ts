/** How a part of the proof is run. */
export interface Attack {
  /** Every random choice follows from it: the same seed makes the same attack. */
  readonly seed: number;
  /** `proof` is the whole; `sample` is the small share that `npm test` runs. */
  readonly extent: 'proof' | 'sample';
}

/** One line of the proof's table. */
export interface Tried {
  readonly what: string;
  /** How many were tried, and how many of them held. */
  readonly tried: number;
  readonly held: number;
}

/** What one part of the proof tried, and what it broke. */
export interface Part {
  readonly title: string;
  /** How it was attacked, in two sentences at most. */
  readonly note: string;
  readonly lines: readonly Tried[];
  /** One text per broken promise, with the way to reproduce it. Empty where everything held. */
  readonly violations: readonly string[];
}
