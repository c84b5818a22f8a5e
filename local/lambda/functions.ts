import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';
import type { AnswerMessage, InvokeMessage, WorkerData } from './runtime.ts';

/** A function as the template describes it. */
export interface FunctionDefinition {
  arn: string;
  name: string;
  /** File of its bundle. */
  bundle: string;
  handler: string;
  timeoutSeconds: number;
  memorySize: number;
  environment: Readonly<Record<string, string>>;
}

/** One line of the log of a function. */
export interface LogLine {
  functionName: string;
  text: string;
}

/** A failed invocation: the payload beside Lambda's header `X-Amz-Function-Error`. */
export class FunctionError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.name = 'FunctionError';
    this.errorType = errorType;
  }
}

interface Invocation {
  resolve: (result: unknown) => void;
  reject: (error: FunctionError) => void;
}

/** How functions run. */
interface FunctionsOptions {
  onLog: (line: LogLine) => void;
  /** Whether invocations and their calls have unlimited time, for tests on a busy machine. @default false */
  hasTestTimers?: boolean | undefined;
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

/** One function in its own worker thread, with its own environment and modules, like in its own sandbox. */
class LambdaFunction {
  readonly #definition: FunctionDefinition;
  readonly #onLog: (line: LogLine) => void;
  readonly #hasTestTimers: boolean;
  readonly #running = new Map<string, Invocation>();
  #worker: Promise<Worker> | undefined;

  constructor(definition: FunctionDefinition, { onLog, hasTestTimers = false }: FunctionsOptions) {
    this.#definition = definition;
    this.#onLog = onLog;
    this.#hasTestTimers = hasTestTimers;
  }

  /**
   * Runs the function once. The first invocation starts the worker: the cold start.
   * @throws FunctionError when it throws, or does not answer within its timeout.
   */
  async invoke(event: unknown): Promise<unknown> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const requestId = randomUUID();
    const { timeoutSeconds } = this.#definition;
    const deadline = Date.now() + timeoutSeconds * 1_000;
    const answer = new Promise<unknown>((resolve, reject) =>
      this.#running.set(requestId, { resolve, reject }),
    );
    const timer = this.#hasTestTimers ? undefined : this.#limitTime(requestId);
    const message: InvokeMessage = { requestId, event, deadline };
    worker.postMessage(message);
    return answer.finally(() => clearTimeout(timer));
  }

  #limitTime(requestId: string): NodeJS.Timeout {
    const { timeoutSeconds } = this.#definition;
    return setTimeout(() => {
      this.#complete(requestId, ({ reject }) => {
        reject(new FunctionError('Sandbox.Timedout', `Task timed out after ${timeoutSeconds} seconds`));
      });
    }, timeoutSeconds * 1_000);
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const { arn, name, bundle, handler, memorySize, environment } = this.#definition;
    const workerData: WorkerData = {
      bundle: pathToFileURL(bundle).href,
      handler,
      functionName: name,
      functionArn: arn,
      memorySize,
      hasTestTimers: this.#hasTestTimers,
    };
    const worker = await startThread(RUNTIME, {
      workerData,
      // Without this the worker would inherit the environment of this process, and a variable that the template does not
      // set would be missing only after a deployment.
      env: { ...environment },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) {
      createInterface(stream).on('line', (text) => this.#onLog({ functionName: name, text }));
    }
    worker.on('message', (message: AnswerMessage) => this.#settle(message));
    worker.on('error', (error) => this.#failAll(error));
    worker.on('exit', () => this.#failAll(new Error('Runtime exited')));
    return worker;
  }

  #settle(message: AnswerMessage): void {
    this.#complete(message.requestId, ({ resolve, reject }) => {
      if (message.kind === 'result') {
        resolve(message.result);
        return;
      }
      const { errorType, errorMessage } = message;
      this.#onLog({ functionName: this.#definition.name, text: `${errorType}: ${errorMessage}` });
      reject(new FunctionError(errorType, errorMessage));
    });
  }

  /** All running invocations of a crashed sandbox fail; the next invocation starts a new sandbox. */
  #failAll(error: Error): void {
    this.#worker = undefined;
    for (const requestId of [...this.#running.keys()]) {
      this.#complete(requestId, ({ reject }) =>
        reject(new FunctionError('Runtime.ExitError', error.message)),
      );
    }
  }

  #complete(requestId: string, complete: (invocation: Invocation) => void): void {
    const invocation = this.#running.get(requestId);
    if (invocation === undefined) return;
    this.#running.delete(requestId);
    complete(invocation);
  }
}

const RUNTIME = new URL('runtime.ts', import.meta.url);
