/**
 * The runtime inside a function's worker: Lambda's Node.js runtime in its multi-concurrency mode, where one environment
 * serves many invocations at once and each has its own InvokeStore.
 */
import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';
import type { Context } from 'aws-lambda';
import { parentPort, workerData } from 'node:worker_threads';
import { installTestTimers } from './test-timers.ts';

/** Asks a worker to run an event. */
export interface InvokeMessage {
  requestId: string;
  event: unknown;
  /** When the invocation times out, in ms since 1970. */
  deadline: number;
}

/** The result of one invocation. Results can arrive in any order. */
export type AnswerMessage =
  | { requestId: string; kind: 'result'; result: unknown }
  | { requestId: string; kind: 'error'; errorType: string; errorMessage: string };

/** The start parameters of a worker. */
export interface WorkerData {
  /** File URL of the function's bundle. */
  bundle: string;
  /** Name of the exported handler. */
  handler: string;
  functionName: string;
  functionArn: string;
  memorySize: number;
  /** Whether calls have unlimited time, and pauses are short. */
  hasTestTimers: boolean;
}

/** The Node.js 24 runtime has no callbacks (Lambda developer guide, "Node.js 24 runtime"). */
type InvocationContext = Omit<Context, 'done' | 'fail' | 'succeed'>;
type Handler = (event: unknown, context: InvocationContext) => unknown;

// Only LambdaFunction starts this file.
const data = workerData as WorkerData;
if (data.hasTestTimers) installTestTimers();
const store = await InvokeStore.getInstanceAsync();
const loading = load();
// Each invocation reports the failure. Unhandled, it would end the worker before the first one arrives.
loading.catch(() => undefined);

parentPort?.on('message', (message: InvokeMessage) => {
  void run(message).then((answer) => parentPort?.postMessage(answer));
});

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

/** A result leaves a function as JSON. @throws ResponseSizeError */
function toJson(value: unknown): unknown {
  const payload = JSON.stringify(value ?? null);
  const bytes = Buffer.byteLength(payload);
  if (bytes > MAX_RESPONSE_BYTES) throw new ResponseSizeError(bytes);
  return JSON.parse(payload);
}

/** Lambda quotas: 6 MB for the response of a synchronous invocation, and 100 bytes more in practice. */
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
