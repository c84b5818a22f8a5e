/** Counts the runs of a step. */
export interface RunCounter {
  /** Adds runs that the step consists of. */
  expect(runs: number): void;
  /** Counts one run that has ended. */
  readonly done: () => void;
}

/** Counts nothing, for steps without a report. */
export const NO_PROGRESS: RunCounter = { expect: () => undefined, done: () => undefined };

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Interval in ms between two lines, for a terminal and for a log. */
const INTERVAL_MS = { terminal: 500, log: 15_000 } as const;

/**
 * Reports how far a command has come: which step runs, how many of its runs have ended, and how long the others will take. A
 * terminal shows one line that changes, a log gets a line from time to time.
 */
export class Progress implements RunCounter {
  readonly #output: Output;
  #timer: NodeJS.Timeout | undefined;
  #step = '';
  #startedAt = 0;
  #expected = 0;
  #ended = 0;

  /** @param output the standard error stream by default, because the standard output is the report. */
  constructor(output: Output = process.stderr) {
    this.#output = output;
  }

  /** Begins a step in place of the step before. */
  start(step: string): void {
    this.stop();
    this.#step = step;
    this.#startedAt = performance.now();
    this.#expected = 0;
    this.#ended = 0;
    const { terminal, log } = INTERVAL_MS;
    this.#timer = setInterval(() => this.#print(), this.#isTerminal ? terminal : log).unref();
    this.#print();
  }

  expect(runs: number): void {
    this.#expected += runs;
  }

  readonly done = (): void => {
    this.#ended += 1;
  };

  /** Ends the last step, and removes its line from a terminal. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isTerminal) this.#output.write('\r\u001B[K');
  }

  get #isTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  #print(): void {
    const text = `${this.#step}: ${this.#describe()}`;
    this.#output.write(this.#isTerminal ? `\r${text}\u001B[K` : `${text}\n`);
  }

  #describe(): string {
    const elapsed = performance.now() - this.#startedAt;
    if (this.#expected === 0) return elapsed < 1_000 ? 'started' : `${formatTime(elapsed)} so far`;
    const count = `${formatCount(this.#ended)} of ${formatCount(this.#expected)}`;
    const left = (elapsed / this.#ended) * (this.#expected - this.#ended);
    return this.#ended === 0 ? count : `${count}, about ${formatTime(left)} left`;
  }
}

const formatCount = (count: number) => count.toLocaleString('en-GB');

function formatTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
