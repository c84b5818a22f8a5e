import type { Functions } from './lambda/functions.ts';

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Runs the EventBridge rules with a schedule. */
export class Schedules {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #functions: Pick<Functions, 'invoke'>;
  readonly #onError: (message: string) => void;

  readonly #isManual: boolean;

  constructor(functions: Pick<Functions, 'invoke'>, onError: (message: string) => void, isManual = false) {
    this.#functions = functions;
    this.#onError = onError;
    this.#isManual = isManual;
  }

  /**
   * Adds a schedule.
   * @param expression for example `rate(5 minutes)`.
   * @throws Error for a `cron(…)` expression, which the embedded cloud does not support.
   */
  add(expression: string, functionArns: string[]): void {
    const interval = parseRate(expression);
    if (this.#isManual) return;
    for (const arn of functionArns) {
      this.#timers.push(setInterval(() => void this.#run(arn), interval));
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #run(arn: string): Promise<void> {
    const time = new Date().toISOString();
    try {
      await this.#functions.invoke(arn, { source: 'aws.events', 'detail-type': 'Scheduled Event', time });
    } catch (error) {
      this.#onError(`The scheduled function ${arn} failed: ${String(error)}`);
    }
  }
}

/** Parses a rate (Amazon EventBridge user guide, "Setting a schedule pattern that runs at regular intervals"). */
function parseRate(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) {
    throw new Error(`the embedded cloud supports rate(…) schedules only, not ${expression}`);
  }
  return Number(count) * unitMs;
}
