import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readBody, TooLargeError } from '../http/requests.ts';
import { IamError } from '../iam/errors.ts';
import type { Iam } from '../iam/iam.ts';
import { toSignedRequest } from '../iam/signature.ts';
import { serve } from './serve.ts';

/** An error of the emulated service. */
export class AwsJsonError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

interface Service {
  name: string;
  /** The name of the service in signatures and in actions. */
  service: string;
  iam: Iam;
  /** The text before the operation's name in `x-amz-target`. */
  target: string;
  maxBodyBytes: number;
  /** @returns the ARN of the resource that a request names. @throws a zod error if the request names no resource. */
  findResource: (body: unknown) => string;
  /** @returns the response. @throws AwsJsonError, or a zod error for invalid parameters. */
  operations: Readonly<Record<string, (body: unknown) => object | Promise<object>>>;
  /** The operations that browsers call, without a signature and from any origin. */
  browserOperations?: ReadonlySet<string>;
}

/** Serves a service with the AWS JSON protocol. */
export function serveAwsJson({
  name,
  service,
  iam,
  target,
  maxBodyBytes,
  findResource,
  operations,
  browserOperations = new Set(),
}: Service) {
  return serve(name, 0, async (request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    if (browserOperations.size > 0 && answerPreflight(request, response)) return;
    try {
      const bytes = await readBody(request, maxBodyBytes);
      const operation = String(request.headers['x-amz-target']).replace(target, '');
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (run === undefined) {
        throw new AwsJsonError('UnknownOperationException', `${name} does not implement ${operation}.`, 501);
      }
      const parse = (): unknown => JSON.parse(bytes.toString());
      if (!browserOperations.has(operation)) {
        const { principal } = await iam.authenticate(toSignedRequest(request, bytes), { service });
        iam.authorize(principal, [{ action: `${service}:${operation}`, resource: findResource(parse()) }]);
      }
      send(200, await run(parse()));
    } catch (error) {
      const { status, type, message } = toAwsJsonError(error);
      send(status, { __type: type, message });
    }
  });
}

/** Lets pages of any origin call the service. @returns true for a preflight request, which is then answered. */
function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*');
  if (method !== 'OPTIONS') return false;
  // The headers that Amplify sends change with its versions, so every requested header is allowed.
  const allowed = headers['access-control-request-headers'] ?? '*';
  response.writeHead(204, { 'access-control-allow-headers': allowed, 'access-control-max-age': '86400' });
  response.end();
  return true;
}

function toAwsJsonError(error: unknown): AwsJsonError {
  if (error instanceof AwsJsonError) return error;
  if (error instanceof IamError) return new AwsJsonError(error.type, error.message);
  if (error instanceof TooLargeError) {
    return new AwsJsonError('RequestEntityTooLargeException', 'The request is too large.', 413);
  }
  if (error instanceof z.ZodError) {
    return new AwsJsonError('InvalidParameterValueException', z.prettifyError(error));
  }
  return new AwsJsonError('InternalServiceError', 'An unexpected error occurred.', 500);
}
