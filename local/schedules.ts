import type { Functions } from './lambda/functions.ts';

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** EventBridge rules that run by the clock. */
export class Schedules {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #functions: Functions;
  readonly #onError: (sentence: string) => void;

  constructor(functions: Functions, onError: (sentence: string) => void) {
    this.#functions = functions;
    this.#onError = onError;
  }

  /**
   * @param expression `rate(5 minutes)` and the like.
   * @throws Error for a `cron(…)` expression, which the embedded cloud does not run.
   */
  add(expression: string, functionArns: string[]): void {
    const everyMs = rateOf(expression);
    for (const arn of functionArns) {
      const timer = setInterval(() => {
        const event = {
          source: 'aws.events',
          'detail-type': 'Scheduled Event',
          time: new Date().toISOString(),
        };
        this.#functions.invoke(arn, event).catch((error: unknown) => {
          this.#onError(`The scheduled function ${arn} failed: ${String(error)}`);
        });
      }, everyMs);
      this.#timers.push(timer);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

/** Amazon EventBridge user guide, "Setting a schedule pattern that runs at regular intervals". */
function rateOf(expression: string): number {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = UNITS[rate?.[2] ?? ''];
  if (rate === null || unit === undefined) {
    throw new Error(`the embedded cloud runs rate(…) schedules only, not ${expression}`);
  }
  return Number(rate[1]) * unit;
}
