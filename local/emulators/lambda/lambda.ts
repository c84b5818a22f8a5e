import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../http/requests.ts';
import { IamError } from '../../iam/errors.ts';
import { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { AwsJsonError } from '../aws-json.ts';
import { serve } from '../serve.ts';

export type LambdaEmulator = Awaited<ReturnType<typeof startLambda>>;

/** The functions that can be invoked. */
export interface Invocable {
  /** @returns undefined if the function does not exist. */
  findArn(nameOrArn: string): string | undefined;
  /** @throws an error with the `errorType` that Lambda reports, if the function failed. */
  invoke(arn: string, event: unknown): Promise<unknown>;
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** The largest payload of a synchronous invocation, in each direction (Lambda quotas). */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

interface LambdaOptions {
  functions: Invocable;
  /** @default accepts the administrator only */
  iam?: Iam;
}

/** Emulates the operation Invoke of AWS Lambda, which waits for the result. */
export function startLambda({ functions, iam = new Iam() }: LambdaOptions) {
  return serve('the local Lambda', 0, async (request, response) => {
    try {
      const bytes = await readBody(request, MAX_PAYLOAD_BYTES);
      const name = findFunctionName(request);
      const { principal } = await iam.authenticate(toSignedRequest(request, bytes), { service: 'lambda' });
      const arn = functions.findArn(name);
      if (arn === undefined) {
        throw new AwsJsonError('ResourceNotFoundException', `Function not found: ${name}`, 404);
      }
      iam.authorize(principal, [{ action: 'lambda:InvokeFunction', resource: arn }]);
      await invoke(functions, arn, JSON.parse(bytes.toString()), response);
    } catch (error) {
      const { status, type, message } = toLambdaError(error);
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
      response.end(JSON.stringify({ Message: message }));
    }
  });
}

/** @throws AwsJsonError if the request is for another operation. */
function findFunctionName({ url = '', method = '', headers }: IncomingMessage): string {
  const name = INVOCATIONS.exec(url)?.[1];
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (name !== undefined && method === 'POST' && type === 'RequestResponse') return decodeURIComponent(name);
  const operation = `${method} ${url} of the type ${String(type)}`;
  const message = `The local Lambda implements Invoke, not ${operation}.`;
  throw new AwsJsonError('UnknownOperationException', message, 501);
}

/** Invokes a function. Lambda reports an error of the function with status 200, a header, and the error as the payload. */
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

function toLambdaError(error: unknown): AwsJsonError {
  if (error instanceof AwsJsonError) return error;
  if (error instanceof IamError) return new AwsJsonError(error.type, error.message, 403);
  return new AwsJsonError('ServiceException', 'The invocation failed.', 500);
}
