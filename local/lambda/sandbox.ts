import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';
import type { AnswerMessage, InvokeMessage, LoadedMessage, WorkerData } from './runtime.ts';

/** A function as the template describes it. */
export interface FunctionDefinition {
  arn: string;
  name: string;
  /** The file of the function's bundle. */
  bundle: string;
  handler: string;
  timeoutSeconds: number;
  memorySize: number;
  environment: Readonly<Record<string, string>>;
}

/** A line in the log of a function. */
export interface LogLine {
  functionName: string;
  text: string;
}

/** The options of all functions. */
export interface FunctionsOptions {
  onLog: (line: LogLine) => void;
  /** True for tests on a busy machine: invocations and their calls have unlimited time, and a hash is fast. @default false */
  hasTestTimers?: boolean | undefined;
}

/** A failed invocation. Its fields are the payload that Lambda sends with the header `X-Amz-Function-Error`. */
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

const RUNTIME = new URL('runtime.ts', import.meta.url);

/** The time in which a bundle must be loaded, in ms. At a load of 20 on two cores, the first bundles take ten seconds. */
const LOAD_LIMIT_MS = 60_000;

/** Runs one function in a separate worker thread, with a separate environment and separate modules, like a sandbox of Lambda. */
export class Sandbox {
  readonly #definition: FunctionDefinition;
  readonly #onLog: (line: LogLine) => void;
  readonly #hasTestTimers: boolean;
  readonly #onEnd: () => void;
  readonly #running = new Map<string, Invocation>();
  readonly #worker: Promise<Worker>;
  /** Resolves when the worker can run invocations or has ended. Undefined if it could not be started. */
  readonly #loaded: Promise<Worker | undefined>;
  #isRetired = false;

  /** @param onEnd called once, when the sandbox has ended and can run no further invocation. */
  constructor(
    definition: FunctionDefinition,
    { onLog, hasTestTimers = false }: FunctionsOptions,
    onEnd: () => void,
  ) {
    this.#definition = definition;
    this.#onLog = onLog;
    this.#hasTestTimers = hasTestTimers;
    this.#onEnd = onEnd;
    this.#worker = this.#start();
    this.#loaded = this.#worker
      .then((worker) => this.#waitUntilLoaded(worker))
      .catch((error: unknown) => {
        this.#failAll(error);
        return undefined;
      });
  }

  /** @throws FunctionError if the function throws, does not answer within its timeout, or ends its sandbox. */
  async invoke(event: unknown): Promise<unknown> {
    const requestId = randomUUID();
    const { timeoutSeconds } = this.#definition;
    const answer = new Promise<unknown>((resolve, reject) =>
      this.#running.set(requestId, { resolve, reject }),
    );
    // The sandbox may fail before this invocation waits for its answer.
    answer.catch(() => undefined);
    // The time in which the bundle is loaded does not count, as on Lambda. On a busy machine it is seconds.
    const worker = await this.#loaded;
    if (worker === undefined) return answer;
    const deadline = Date.now() + timeoutSeconds * 1_000;
    const timer = this.#hasTestTimers ? undefined : this.#limitTime(requestId);
    const message: InvokeMessage = { requestId, event, deadline };
    worker.postMessage(message);
    return answer.finally(() => clearTimeout(timer));
  }

  /** The first message of a worker says that its bundle is loaded. A worker that ends earlier sends none. */
  #waitUntilLoaded(worker: Worker): Promise<Worker> {
    return new Promise((resolve) => {
      const end = () => {
        this.#failAll(new Error(`The bundle was not loaded within ${LOAD_LIMIT_MS / 1_000} seconds`));
        void worker.terminate();
      };
      const limit = this.#hasTestTimers ? undefined : setTimeout(end, LOAD_LIMIT_MS);
      for (const event of ['message', 'exit']) {
        worker.once(event, () => {
          clearTimeout(limit);
          resolve(worker);
        });
      }
    });
  }

  #limitTime(requestId: string): NodeJS.Timeout {
    const { timeoutSeconds } = this.#definition;
    return setTimeout(() => {
      this.#complete(requestId, ({ reject }) => {
        reject(new FunctionError('Sandbox.Timedout', `Task timed out after ${timeoutSeconds} seconds`));
      });
    }, timeoutSeconds * 1_000);
  }

  /** Ends the sandbox when its running invocations have ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#running.size === 0) void this.close();
  }

  async close(): Promise<void> {
    const worker = await this.#worker.catch(() => undefined);
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
      // Without `env`, the worker would inherit the environment of this process. A variable that the template does not set would then be
      // missing only after a deployment.
      env: { ...environment },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) {
      createInterface(stream).on('line', (text) => this.#onLog({ functionName: name, text }));
    }
    worker.on('message', (message: AnswerMessage | LoadedMessage) => {
      if (message.kind !== 'loaded') this.#settle(message);
    });
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

  /** Fails all running invocations of a crashed sandbox. The next invocation starts a new sandbox. */
  #failAll(error: unknown): void {
    this.#onEnd();
    const message = error instanceof Error ? error.message : String(error);
    for (const requestId of [...this.#running.keys()]) {
      this.#complete(requestId, ({ reject }) => reject(new FunctionError('Runtime.ExitError', message)));
    }
  }

  #complete(requestId: string, complete: (invocation: Invocation) => void): void {
    const invocation = this.#running.get(requestId);
    if (invocation === undefined) return;
    this.#running.delete(requestId);
    complete(invocation);
    if (this.#isRetired && this.#running.size === 0) void this.close();
  }
}
