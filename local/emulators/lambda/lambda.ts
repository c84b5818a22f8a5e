import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readBody, TooLargeError } from '../../http/body.ts';
import { listen, stop } from '../serve.ts';

export interface LambdaEmulator {
  endpoint: string;
  close(): Promise<void>;
}

/** The functions that can be invoked. */
export interface Invocable {
  /** A function's ARN by its name or ARN; undefined for one that is not here. */
  arnOf(nameOrArn: string): string | undefined;
  /** Runs it. @throws an error whose `errorType` is what Lambda would tell, when the function failed. */
  invoke(arn: string, event: unknown): Promise<unknown>;
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** Lambda quotas: payload of a synchronous invocation, each way. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/**
 * AWS Lambda API reference, as much as the product uses: Invoke, in its three types. Neither the signature nor the
 * caller's permission is looked at: IAM is not enforced on this machine.
 */
export async function startLambda(functions: Invocable): Promise<LambdaEmulator> {
  const server = createServer((request, response) => {
    answer(functions, request, response).catch((error: unknown) => {
      if (error instanceof TooLargeError) {
        fail(response, 413, 'RequestTooLargeException', 'The payload is larger than 6 MB.');
      } else fail(response, 500, 'ServiceException', 'It failed.');
    });
  });
  const { endpoint } = await listen(server, 0, 'the local Lambda');
  return { endpoint, close: () => stop(server) };
}

async function answer(
  functions: Invocable,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const name = INVOCATIONS.exec(pathname)?.[1];
  if (name === undefined || request.method !== 'POST') {
    fail(response, 404, 'UnknownOperationException', 'The local Lambda has Invoke alone.');
    return;
  }
  const arn = functions.arnOf(decodeURIComponent(name));
  if (arn === undefined) {
    fail(response, 404, 'ResourceNotFoundException', `Function not found: ${decodeURIComponent(name)}`);
    return;
  }
  const body = (await readBody(request, MAX_PAYLOAD_BYTES)).toString();
  const event = parseJson(body === '' ? '{}' : body);
  if (event === undefined) {
    fail(response, 400, 'InvalidRequestContentException', 'Could not parse request body into json');
    return;
  }
  switch (request.headers['x-amz-invocation-type'] ?? 'RequestResponse') {
    case 'RequestResponse':
      await invoke(functions, arn, event.value, response);
      return;
    case 'Event':
      // Lambda would try a failed one twice more; here its error is told to nobody, as there.
      functions.invoke(arn, event.value).catch(() => undefined);
      response.writeHead(202).end();
      return;
    case 'DryRun':
      response.writeHead(204).end();
      return;
    default:
      fail(response, 400, 'InvalidParameterValueException', 'There is no such invocation type.');
  }
}

/** An error of the function is an answer of Lambda: status 200, a header, and the error as the payload. */
async function invoke(
  functions: Invocable,
  arn: string,
  event: unknown,
  response: ServerResponse,
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  try {
    const payload = JSON.stringify(await functions.invoke(arn, event));
    response.writeHead(200, headers).end(payload);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const errorType = 'errorType' in error ? error.errorType : error.name;
    response
      .writeHead(200, { ...headers, 'x-amz-function-error': 'Unhandled' })
      .end(JSON.stringify({ errorType, errorMessage: error.message, trace: [] }));
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
  response.end(JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: message }));
}
