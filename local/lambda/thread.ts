/**
 * The inside of a function's thread: Lambda's Node.js runtime, in its multi-concurrency mode, where one environment
 * serves many invocations at once and each has its own InvokeStore.
 */
import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';
import type { Context } from 'aws-lambda';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnswerMessage, InvokeMessage, ThreadData } from './messages.ts';

/** Node.js 24 functions have no callbacks any more (Lambda developer guide, "Node.js 24 runtime"). */
type InvocationContext = Omit<Context, 'done' | 'fail' | 'succeed'>;
type Handler = (event: unknown, context: InvocationContext) => unknown;

// The parent is the only one who starts this file, with this data.
const data = workerData as ThreadData;
const store = await InvokeStore.getInstanceAsync();
const loading = load();

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
    const result = await store.run(values, () => handler(event, contextOf(requestId, deadline)));
    return { requestId, kind: 'result', result: asJson(result) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { requestId, kind: 'error', errorType: name, errorMessage: message };
  }
}

/** What leaves a function is JSON, and nothing else of it survives. */
function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function contextOf(awsRequestId: string, deadline: number): InvocationContext {
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
