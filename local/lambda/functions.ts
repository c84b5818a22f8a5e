import { LambdaFunction, type FunctionDefinition, type LogLine } from './lambda-function.ts';

/** The functions of the embedded cloud, by ARN. */
export class Functions {
  readonly #byArn = new Map<string, LambdaFunction>();
  readonly #onLog: (line: LogLine) => void;

  constructor(onLog: (line: LogLine) => void) {
    this.#onLog = onLog;
  }

  add(definition: FunctionDefinition): void {
    this.#byArn.set(definition.arn, new LambdaFunction(definition, this.#onLog));
  }

  /** @returns undefined for a function that does not exist. */
  findArn(nameOrArn: string): string | undefined {
    return [...this.#byArn.keys()].find((arn) => arn === nameOrArn || arn.endsWith(`:function:${nameOrArn}`));
  }

  /**
   * Runs a function, as Lambda's synchronous Invoke does.
   * @throws FunctionError when it throws, times out or cannot be loaded; Error when there is no function with this ARN.
   */
  async invoke(arn: string, event: unknown): Promise<unknown> {
    const found = this.#byArn.get(arn);
    if (found === undefined) throw new Error(`There is no function ${arn}.`);
    return found.invoke(event);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byArn.values()].map((fn) => fn.close()));
  }
}
