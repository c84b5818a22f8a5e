import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AnswerMessage, InvokeMessage, ThreadData } from './messages.ts';
import { threadFile } from './thread-file.ts';

/** A function as its template describes it. */
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

/** One line that a function wrote. */
export interface LogLine {
  functionName: string;
  text: string;
}

/** What Lambda answers when a function did not: `X-Amz-Function-Error` and its payload. */
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

/** One function in a thread of its own, with an environment and modules of its own, as in its own sandbox. */
export class LambdaFunction {
  readonly #definition: FunctionDefinition;
  readonly #onLog: (line: LogLine) => void;
  readonly #running = new Map<string, Invocation>();
  #thread: Promise<Worker> | undefined;

  constructor(definition: FunctionDefinition, onLog: (line: LogLine) => void) {
    this.#definition = definition;
    this.#onLog = onLog;
  }

  /**
   * Runs the function once. Its first invocation starts the thread: the cold start.
   * @throws FunctionError when it throws, or does not answer within its timeout.
   */
  async invoke(event: unknown): Promise<unknown> {
    this.#thread ??= this.#start();
    const thread = await this.#thread;
    const requestId = randomUUID();
    const { timeoutSeconds } = this.#definition;
    const deadline = Date.now() + timeoutSeconds * 1_000;
    const answer = new Promise<unknown>((resolve, reject) =>
      this.#running.set(requestId, { resolve, reject }),
    );
    const timer = setTimeout(() => {
      this.#end(requestId, ({ reject }) => {
        reject(new FunctionError('Sandbox.Timedout', `Task timed out after ${timeoutSeconds} seconds`));
      });
    }, timeoutSeconds * 1_000);
    const message: InvokeMessage = { requestId, event, deadline };
    thread.postMessage(message);
    return answer.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.terminate();
  }

  async #start(): Promise<Worker> {
    const { arn, name, bundle, handler, memorySize, environment } = this.#definition;
    const workerData: ThreadData = {
      bundle: pathToFileURL(bundle).href,
      handler,
      functionName: name,
      functionArn: arn,
      memorySize,
    };
    const thread = new Worker(await threadFile(), {
      workerData,
      // The function's own environment and nothing of this process's.
      env: { ...environment },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [thread.stdout, thread.stderr]) {
      createInterface(stream).on('line', (text) => this.#onLog({ functionName: name, text }));
    }
    thread.on('message', (message: AnswerMessage) => this.#settle(message));
    thread.on('error', (error) => this.#crashed(error));
    thread.on('exit', () => this.#crashed(new Error('Runtime exited')));
    return thread;
  }

  #settle(message: AnswerMessage): void {
    this.#end(message.requestId, ({ resolve, reject }) => {
      if (message.kind === 'result') resolve(message.result);
      else reject(new FunctionError(message.errorType, message.errorMessage));
    });
  }

  /** A sandbox that died takes its invocations along; the next one starts a new sandbox. */
  #crashed(error: Error): void {
    this.#thread = undefined;
    for (const requestId of [...this.#running.keys()]) {
      this.#end(requestId, ({ reject }) => reject(new FunctionError('Runtime.ExitError', error.message)));
    }
  }

  #end(requestId: string, how: (invocation: Invocation) => void): void {
    const invocation = this.#running.get(requestId);
    if (invocation === undefined) return;
    this.#running.delete(requestId);
    how(invocation);
  }
}
