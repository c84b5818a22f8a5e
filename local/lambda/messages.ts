/** What a function's thread is told: run this event. */
export interface InvokeMessage {
  requestId: string;
  event: unknown;
  /** When the invocation times out, in ms since the epoch. */
  deadline: number;
}

/** What it answers, in any order. */
export type AnswerMessage =
  | { requestId: string; kind: 'result'; result: unknown }
  | { requestId: string; kind: 'error'; errorType: string; errorMessage: string };

/** What the thread is started with. */
export interface ThreadData {
  /** File URL of the function's bundle. */
  bundle: string;
  /** Name of the exported handler. */
  handler: string;
  functionName: string;
  functionArn: string;
  memorySize: number;
}
