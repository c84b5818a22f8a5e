/**
 * The runtime in the worker of a function. It emulates Lambda's Node.js runtime in multi-concurrency mode: one environment serves many
 * invocations at once, and each invocation has its own InvokeStore.
 */
import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';
import type { Context } from 'aws-lambda';
import { parentPort, workerData } from 'node:worker_threads';
import { installTestHash } from './test-hash.ts';
import { installTestTimers } from './test-timers.ts';

/** Asks a worker to run an event. */
export interface InvokeMessage {
  requestId: string;
  event: unknown;
  /** The time when the invocation times out, in ms since 1970. */
  deadline: number;
}

/** The first message of a worker: it has loaded its bundle, or cannot load it. */
export interface LoadedMessage {
  kind: 'loaded';
}

/** The result of one invocation. Results can arrive in any order. */
export type AnswerMessage =
  | { requestId: string; kind: 'result'; result: unknown }
  | { requestId: string; kind: 'error'; errorType: string; errorMessage: string };

/** The start parameters of a worker. */
export interface WorkerData {
  /** The file URL of the function's bundle. */
  bundle: string;
  /** Name of the exported handler. */
  handler: string;
  functionName: string;
  functionArn: string;
  memorySize: number;
  /** True if calls have unlimited time, pauses are short, and the hash of a mailbox is fast. */
  hasTestTimers: boolean;
}

/** The context without callbacks, which the Node.js 24 runtime does not have (Lambda developer guide, "Node.js 24 runtime"). */
type InvocationContext = Omit<Context, 'done' | 'fail' | 'succeed'>;
type Handler = (event: unknown, context: InvocationContext) => unknown;

// Only the class Sandbox starts this file.
const data = workerData as WorkerData;
if (data.hasTestTimers) {
  installTestTimers();
  installTestHash();
}
const store = await InvokeStore.getInstanceAsync();
const loading = load();
// Each invocation reports a failure. Without this handler, the rejection would end the worker before the first invocation arrives.
await loading.catch(() => undefined);

parentPort?.on('message', (message: InvokeMessage) => {
  void run(message).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage({ kind: 'loaded' } satisfies LoadedMessage);

async function load(): Promise<Handler> {
  const module = (await import(data.bundle)) as Record<string, unknown>;
  const handler = module[data.handler];
  if (typeof handler !== 'function') throw new Error(`The bundle does not export ${data.handler}.`);
  return handler as Handler;
}

async function run({ requestId, event, deadline }: InvokeMessage): Promise<AnswerMessage> {
  try {
    const handler = await loading;
    const values = { [InvokeStoreBase.PROTECTED_KEYS.REQUEST_ID]: requestId };
    const result = await store.run(values, () => handler(event, createContext(requestId, deadline)));
    return { requestId, kind: 'result', result: toJson(result) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { requestId, kind: 'error', errorType: name, errorMessage: message };
  }
}

/** Converts a result to JSON, because a result leaves a function as JSON. @throws ResponseSizeError if the result is too large. */
function toJson(value: unknown): unknown {
  const payload = JSON.stringify(value ?? null);
  const bytes = Buffer.byteLength(payload);
  if (bytes > MAX_RESPONSE_BYTES) throw new ResponseSizeError(bytes);
  return JSON.parse(payload);
}

/** The largest response of a synchronous invocation: 6 MB (Lambda quotas), and in practice 100 bytes more. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024 + 100;

class ResponseSizeError extends Error {
  override readonly name = 'Function.ResponseSizeTooLarge';

  constructor(bytes: number) {
    super(
      `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`,
    );
  }
}

function createContext(awsRequestId: string, deadline: number): InvocationContext {
  return {
    awsRequestId,
    functionName: data.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memorySize),
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
