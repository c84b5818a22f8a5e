/** Runs a step, and shows its name and its duration in seconds. */
export type RunStep = <T>(name: string, step: () => Promise<T>) => Promise<T>;

/** The output of the progress: stderr, or a recording in a test. */
export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

interface Step {
  name: string;
  started: number;
  ended?: number;
}

const REFRESH_MS = 100;
/** Moves the cursor to the start of the line and clears the line. */
const CLEAR = '\r\u001B[K';

/** Shows the steps of a start. A terminal shows one line that changes. Any other output gets a line for each begin and each end. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #steps: Step[] = [];
  readonly #timer: NodeJS.Timeout | undefined;
  #isOpen: boolean;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#isOpen = terminal.isTTY === true;
    if (this.#isOpen) this.#timer = setInterval(() => this.#draw(), REFRESH_MS).unref();
  }

  readonly run: RunStep = async (name, work) => {
    const step: Step = { name, started: performance.now() };
    this.#steps.push(step);
    this.#report(`${name} ...`);
    const result = await work();
    step.ended = performance.now();
    this.#report(describe(step));
    return result;
  };

  /** Prints a message above the line. */
  print(text: string): void {
    this.#terminal.write(this.#isOpen ? `${CLEAR}${text}\n` : `${text}\n`);
    this.#draw();
  }

  /** Leaves the complete line on the terminal. Later messages follow it. */
  end(): void {
    clearInterval(this.#timer);
    this.#draw(Infinity);
    if (this.#isOpen && this.#steps.length > 0) this.#terminal.write('\n');
    this.#isOpen = false;
  }

  #report(text: string): void {
    if (this.#isOpen) this.#draw();
    else this.#terminal.write(`${text}\n`);
  }

  // Cuts the changing line, because a line that wraps could not be cleared.
  #draw(length = (this.#terminal.columns ?? 80) - 1): void {
    if (!this.#isOpen || this.#steps.length === 0) return;
    this.#terminal.write(CLEAR + this.#steps.map(describe).join(', ').slice(0, length));
  }
}

function describe({ name, started, ended = performance.now() }: Step): string {
  return `${name} ${((ended - started) / 1_000).toFixed(1)} s`;
}
