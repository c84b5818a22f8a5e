/** Records what arrives, and tells when it is complete. */
export class Recorder<T> {
  readonly items: T[] = [];
  readonly #waiting = new Set<() => void>();

  readonly add = (item: T): void => {
    this.items.push(item);
    for (const check of this.#waiting) check();
  };

  /** Resolves when the recorded items fulfil a condition. */
  async until(isComplete: (items: readonly T[]) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!isComplete(this.items)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }
}
