import { z } from 'zod';
import { hasLocalAccessKey, UNKNOWN_ACCESS_KEY } from '../credentials.ts';
import { readBody } from '../http/body.ts';
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
  /** In front of the operation's name in `x-amz-target`. */
  target: string;
  maxBodyBytes: number;
  /** @returns the response. @throws AwsJsonError, or a zod error for invalid parameters. */
  operations: Readonly<Record<string, (body: unknown) => object>>;
}

/** Serves a service with the AWS JSON protocol on a free port. Of the signature, only the access key is verified. */
export function serveAwsJson({ name, target, maxBodyBytes, operations }: Service) {
  return serve(name, 0, async (request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    try {
      if (!hasLocalAccessKey(request.headers.authorization)) {
        throw new AwsJsonError(UNKNOWN_ACCESS_KEY.type, UNKNOWN_ACCESS_KEY.message);
      }
      const operation = String(request.headers['x-amz-target']).replace(target, '');
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (run === undefined) {
        throw new AwsJsonError('UnknownOperationException', `${name} does not implement ${operation}.`, 501);
      }
      send(200, run(JSON.parse((await readBody(request, maxBodyBytes)).toString())));
    } catch (error) {
      const { status, type, message } = toAwsJsonError(error);
      send(status, { __type: type, message });
    }
  });
}

function toAwsJsonError(error: unknown): AwsJsonError {
  if (error instanceof AwsJsonError) return error;
  if (error instanceof z.ZodError) {
    return new AwsJsonError('InvalidParameterValueException', z.prettifyError(error));
  }
  return new AwsJsonError('InternalServiceError', 'An unexpected error occurred.', 500);
}
