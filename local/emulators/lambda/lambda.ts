import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, TooLargeError } from '../../http/body.ts';
import { IamError } from '../../iam/errors.ts';
import { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { serve } from '../serve.ts';

export interface LambdaEmulator {
  endpoint: string;
  close(): Promise<void>;
}

/** The functions that can be invoked. */
export interface Invocable {
  /** @returns undefined for a function that does not exist. */
  findArn(nameOrArn: string): string | undefined;
  /** @throws an error with the `errorType` that Lambda reports, when the function failed. */
  invoke(arn: string, event: unknown): Promise<unknown>;
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** Lambda quotas: payload of a synchronous invocation, each way. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

interface LambdaOptions {
  functions: Invocable;
  /** @default accepts the administrator only */
  iam?: Iam;
}

/** The operation Invoke of AWS Lambda, which waits for the result. */
export function startLambda(options: LambdaOptions): Promise<LambdaEmulator> {
  return serve('the local Lambda', 0, async (request, response) => {
    try {
      await handle(options, request, response);
    } catch (error) {
      if (error instanceof IamError) {
        fail(response, 403, error.type, error.message);
        return;
      }
      if (error instanceof TooLargeError) {
        fail(response, 413, 'RequestTooLargeException', 'The payload is larger than 6 MB.');
      } else fail(response, 500, 'ServiceException', 'The invocation failed.');
    }
  });
}

async function handle(
  { functions, iam = new Iam() }: LambdaOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const name = INVOCATIONS.exec(pathname)?.[1];
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (name === undefined || request.method !== 'POST' || type !== 'RequestResponse') {
    const operation = `${request.method ?? ''} ${pathname} of the type ${String(type)}`;
    fail(response, 501, 'UnknownOperationException', `The local Lambda implements Invoke, not ${operation}.`);
    return;
  }
  const bytes = await readBody(request, MAX_PAYLOAD_BYTES);
  const { principal } = await iam.authenticate(toSignedRequest(request, bytes), { service: 'lambda' });
  const arn = functions.findArn(decodeURIComponent(name));
  if (arn === undefined) {
    fail(response, 404, 'ResourceNotFoundException', `Function not found: ${decodeURIComponent(name)}`);
    return;
  }
  iam.authorize(principal, [{ action: 'lambda:InvokeFunction', resource: arn }]);
  const body = bytes.toString();
  const event = parseJson(body === '' ? '{}' : body);
  if (event === undefined) {
    fail(response, 400, 'InvalidRequestContentException', 'Could not parse request body into json');
    return;
  }
  await invoke(functions, arn, event.value, response);
}

/** Lambda reports an error of the function with status 200, a header, and the error as the payload. */
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
