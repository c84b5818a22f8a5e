import { type FunctionDefinition, type FunctionsOptions, Sandbox } from './sandbox.ts';

/** The largest event of a synchronous invocation: 6 MB (Lambda quotas). */
const MAX_REQUEST_BYTES = 6 * 1024 * 1024;

/** Thrown if the event is larger than Lambda accepts. */
export class RequestTooLargeError extends Error {
  constructor(bytes: number) {
    super(
      `${bytes} byte payload is too large for the RequestResponse invocation type (limit ${MAX_REQUEST_BYTES} bytes)`,
    );
  }
}

/** The functions of the embedded cloud, by ARN. */
export class Functions {
  readonly #byArn = new Map<string, LambdaFunction>();
  readonly #options: FunctionsOptions;

  constructor(options: FunctionsOptions) {
    this.#options = options;
  }

  add(definition: FunctionDefinition): void {
    this.#byArn.set(definition.arn, new LambdaFunction(definition, this.#options));
  }

  /** @returns undefined if the function does not exist. */
  findArn(nameOrArn: string): string | undefined {
    return [...this.#byArn.keys()].find((arn) => arn === nameOrArn || arn.endsWith(`:function:${nameOrArn}`));
  }

  /**
   * Runs a function as Lambda's synchronous Invoke does.
   * @throws FunctionError if the function throws, times out, cannot be loaded or returns too much; RequestTooLargeError if the event is too
   * large; Error if no function has this ARN.
   */
  async invoke(arn: string, event: unknown): Promise<unknown> {
    const found = this.#byArn.get(arn);
    if (found === undefined) throw new Error(`There is no function ${arn}.`);
    const bytes = Buffer.byteLength(JSON.stringify(event));
    if (bytes > MAX_REQUEST_BYTES) throw new RequestTooLargeError(bytes);
    return found.invoke(event);
  }

  /**
   * Lets the functions with changed bundles load their bundle again at the next invocation.
   * @param isChanged returns true if the file of a bundle has changed.
   */
  replace(isChanged: (bundle: string) => boolean): void {
    for (const fn of this.#byArn.values()) fn.replace(isChanged);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byArn.values()].map((fn) => fn.close()));
  }
}

/** A function, with the sandbox that runs its new invocations. */
class LambdaFunction {
  readonly #definition: FunctionDefinition;
  readonly #options: FunctionsOptions;
  /** The current sandbox, and the replaced sandboxes whose invocations still run. */
  readonly #sandboxes = new Set<Sandbox>();
  #current: Sandbox | undefined;

  constructor(definition: FunctionDefinition, options: FunctionsOptions) {
    this.#definition = definition;
    this.#options = options;
  }

  /** Runs the function once. The first invocation, and the first invocation after a crash, get a new sandbox: a cold start. */
  invoke(event: unknown): Promise<unknown> {
    this.#current ??= this.#start();
    return this.#current.invoke(event);
  }

  replace(isChanged: (bundle: string) => boolean): void {
    if (!isChanged(this.#definition.bundle)) return;
    this.#current?.retire();
    this.#current = undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox.close()));
  }

  #start(): Sandbox {
    const sandbox = new Sandbox(this.#definition, this.#options, () => {
      this.#sandboxes.delete(sandbox);
      if (this.#current === sandbox) this.#current = undefined;
    });
    this.#sandboxes.add(sandbox);
    return sandbox;
  }
}
