import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

import type { EndpointOutput, EndpointResponse, Schemas } from '#contract/endpoints/endpoint-types.ts';
import { type EndpointName, ENDPOINTS, routeKey } from '#contract/endpoints/endpoints.ts';
import type { Charge } from '#contract/error-parts.ts';
import { API_ERRORS, type ErrorBody } from '#contract/errors.ts';
import { isPublicEndpoint, publicRouteKey } from '#contract/endpoints/public-api.ts';
import { authorize, type Caller, requireFeature } from '../../accounts/caller.ts';
import type { User } from '../../credits/ledger/users-table.ts';
import { CodedError, TooManyRequestsError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import {
  type ApiEvent,
  parseInput,
  readCaller,
  readValues,
  type RequestValues,
  requireSelf,
} from './parse.ts';

/** The headers of every response. A response contains one person's credits and thumbnails, so no cache may store it. */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** An answer of an endpoint, before it is encoded. */
export interface ApiAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** Encodes an answer as the response of an HTTP API. */
export function encodeAnswer({ status, body, headers }: ApiAnswer): APIGatewayProxyStructuredResultV2 {
  return { statusCode: status, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) };
}

/**
 * Creates the body of an error response. An error without a code becomes `internal`, and its message stays private.
 * @param unknownCharge the possible effect of an error without a code on the credits.
 */
function errorBody(error: unknown, requestId: string, unknownCharge: Charge): ErrorBody {
  const { message, code, params, charge } =
    error instanceof CodedError ? error : new CodedError('internal', { charge: unknownCharge });
  return { error: message, code, requestId, params, charge };
}

function httpStatus({ code }: ErrorBody): number {
  return API_ERRORS[code].status;
}

/** Adds `Retry-After` (RFC 9110, section 10.2.3) if the error says when to retry. */
function errorHeaders(error: unknown): Record<string, string> {
  return error instanceof TooManyRequestsError ? { 'retry-after': String(error.retryAfterSeconds) } : {};
}

export type ApiHandler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request of an endpoint: its caller, and the values that the schemas of the endpoint parse. */
export interface ApiRequest {
  /** Undefined if the endpoint has no caller. */
  caller: Caller | undefined;
  values: RequestValues;
}

/** A handler that also answers a request whose caller is known in another way than by the token of a session. */
export interface Endpoint extends ApiHandler {
  /** @param read returns the request. An error of `read` becomes the answer. */
  answer(event: ApiEvent, context: Context, read: () => Promise<ApiRequest>): Promise<ApiAnswer>;
}

type Auth<Name extends EndpointName> = (typeof ENDPOINTS)[Name]['auth'];

/** A call of an endpoint: its parsed parts and, if the endpoint needs them, the caller and the account. */
export type ApiCall<Name extends EndpointName> = EndpointOutput<Name> &
  (Auth<Name> extends 'none' ? unknown : Caller) &
  // The account is undefined for a user without an account.
  (Auth<Name> extends `${string}_account` ? { user: User | undefined } : unknown) & {
    event: ApiEvent;
    /** Remaining invocation time, in ms. */
    remainingMs: number;
  };

type Operation<Name extends EndpointName> = (call: ApiCall<Name>) => Promise<EndpointResponse<Name>>;

/**
 * Makes the Lambda handler of one endpoint: authenticates, parses, authorizes, runs the operation and sends its result as JSON. No other
 * code turns an error into a response.
 * @param schemas the schemas of the endpoint. The handler names its schemas, so that its bundle contains no other schemas.
 * @param chooseStatus returns the status of a result. @default 200
 */
export function apiHandler<Name extends EndpointName>(
  name: Name,
  schemas: NoInfer<Schemas[Name]>,
  operation: Operation<Name>,
  chooseStatus: (result: EndpointResponse<Name>) => number = () => 200,
): Endpoint {
  const { auth } = ENDPOINTS[name];
  const unknownCharge = 'takesCredits' in ENDPOINTS[name] ? 'returning' : 'none';
  const answer: Endpoint['answer'] = async (event, context, read) => {
    logger.addContext(context);
    let charge: Charge = 'none';
    try {
      const { caller, values } = await read();
      charge = unknownCharge;
      const input = parseInput(schemas, values);
      if (caller !== undefined) requireSelf(input.body, caller.userId);
      const user = caller && (await authorize(auth, caller));
      if (caller !== undefined && 'feature' in ENDPOINTS[name])
        await requireFeature(ENDPOINTS[name].feature, caller.userId, user);
      const remainingMs = context.getRemainingTimeInMillis();
      // The name of the endpoint selects both the schemas and the type. The compiler cannot follow this relation.
      const call = { ...input, ...caller, user, event, remainingMs } as unknown as ApiCall<Name>;
      const result = await operation(call);
      const status = chooseStatus(result);
      logger.info('request completed', { routeKey: event.routeKey, status });
      return { status, body: result };
    } catch (error) {
      return answerError(error, event, context, charge);
    }
  };
  const handler: ApiHandler = async (event, context) => {
    const read = () =>
      Promise.resolve({
        caller: auth === 'none' ? undefined : readCaller(event),
        values: readValues(schemas, event),
      });
    return encodeAnswer(await answer(event, context, read));
  };
  return Object.assign(handler, { answer });
}

/**
 * Logs an error, and makes its answer.
 * @param unknownCharge the possible effect of an error without a code on the credits.
 */
export function answerError(
  error: unknown,
  { routeKey: route }: ApiEvent,
  { awsRequestId }: Context,
  unknownCharge: Charge,
): ApiAnswer {
  const body = errorBody(error, awsRequestId, unknownCharge);
  const status = httpStatus(body);
  const fields = { routeKey: route, status, code: body.code };
  if (status >= 500) logger.error('request completed', { ...fields, ...errorTrace(error) });
  else logger.info('request completed', fields);
  return { status, body, headers: errorHeaders(error) };
}

type OperationName = (typeof ENDPOINTS)[EndpointName]['operation'];

/** The endpoints of an operation, as the table of endpoints has them. */
type EndpointsOf<T extends OperationName> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['operation'] extends T ? Name : never;
}[EndpointName];

/**
 * Makes one Lambda handler of all endpoints of an operation. The route key of API Gateway selects the endpoint.
 * @param operation the name of the file that exports the handler.
 * @throws Error for a route without a handler: the function is deployed behind a route that it does not know.
 */
export function apiRouter<T extends OperationName>(
  operation: T,
  handlers: Record<EndpointsOf<T>, ApiHandler>,
): ApiHandler {
  const byRoute = new Map<string, ApiHandler>(
    Object.entries<ApiHandler>(handlers).flatMap(([key, handler]) => {
      const name = key as EndpointName;
      const publicKeys = isPublicEndpoint(name) ? [publicRouteKey(name)] : [];
      return [routeKey(name), ...publicKeys].map((route): [string, ApiHandler] => [route, handler]);
    }),
  );
  return (event, context) => {
    const handler = byRoute.get(event.routeKey);
    if (handler === undefined)
      throw new Error(`${operation} has no handler for the route ${event.routeKey}.`);
    return handler(event, context);
  };
}
