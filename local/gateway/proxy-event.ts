import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { LOCAL_ACCOUNT } from '../credentials.ts';

interface ProxyEventOptions {
  apiId: string;
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  requestId: string;
  route: { routeKey: string };
  pathParameters: Record<string, string>;
  /** What the authorizer says about the caller; undefined on a route without one. */
  authorizer: object | undefined;
}

type ProxyEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, 'requestContext'> & {
  requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'], 'authorizer'> & {
    authorizer?: object;
  };
};

/** Bodies of these types are passed as text, all others as base64. */
const TEXT = /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded))/;

/** API Gateway developer guide, "Create AWS Lambda proxy integrations for HTTP APIs": payload format 2.0. */
export function createProxyEvent(options: ProxyEventOptions): ProxyEvent {
  const { apiId, request, url, body, requestId, route, pathParameters, authorizer } = options;
  const isText = TEXT.test(request.headers['content-type'] ?? 'text/plain');
  const query = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name).join(',')]),
  );
  const now = new Date();
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : value,
      ]),
    ),
    ...(Object.keys(query).length === 0 ? {} : { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId,
      ...(authorizer && { authorizer }),
      domainName: url.host,
      domainPrefix: apiId,
      http: {
        method: request.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length === 0 ? {} : { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}
