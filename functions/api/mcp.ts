import { originValidationResponse, type McpServer } from '@modelcontextprotocol/server';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { publicRouteKey, type PublicEndpointName } from '#contract/endpoints/public-api.ts';
import { requireUsableKey } from '../accounts/api-keys/key-context.ts';
import { handler as createEdit } from './create-edit.ts';
import { handler as createThumbnail } from './create-thumbnail.ts';
import { handler as generateThumbnail } from './generate-thumbnail.ts';
import { answerError, encodeAnswer } from './http/api-handler.ts';
import { rawBody, readText, type ApiEvent } from './http/parse.ts';
import { countKeyRequests, type PublicEndpoint, readKeyContext } from './http/public-handler.ts';
import { endpoints as listEndpoints } from './list-thumbnails.ts';
import { createServer, type CallEndpoint } from './mcp/create-server.ts';
import { answerMessages, limitAnswer, MAX_BATCH, parseMessages, refuseBatch } from './mcp/json-rpc.ts';
import { createPreviewLoader } from './mcp/load-preview.ts';
import { describePrices } from '../models/pool.ts';
import { handler as readCredits } from './read-credits.ts';
import { requireEnv } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';

const SITE_URL = requireEnv('SITE_URL');

/** The endpoints behind the tools. */
const TOOL_ENDPOINTS: Partial<Record<PublicEndpointName, PublicEndpoint>> = {
  generateThumbnail,
  createThumbnail,
  createEdit,
  listThumbnails: listEndpoints.listThumbnails,
  readThumbnail: listEndpoints.readThumbnail,
  readCredits,
};

/**
 * Handles requests to the MCP server, which is stateless and does not stream. Each request gets a new server and a complete response. Each
 * message counts as a request with the key, with any method. A tool calls its endpoint of the public API with the key of the request.
 */
export async function handler(event: ApiEvent, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
  logger.addContext(context);
  try {
    const key = requireUsableKey(readKeyContext(event));
    const request = toRequest(event);
    const messages = parseMessages(rawBody(event).toString());
    // A refused batch counts as one request.
    const requests = messages.length > MAX_BATCH ? 1 : Math.max(1, messages.length);
    await countKeyRequests(key, requests);
    // The text must be valid UTF-8: otherwise the prompt of a call would contain other words.
    readText(event);
    // A page of another site must not use a server with the key of a user (MCP, "Transports", "Security Warning").
    const refused = originValidationResponse(request, [new URL(SITE_URL).hostname]) ?? refuseBatch(messages);
    const response = refused ?? (await answerMessages(request, makeServer(key.userId, event, context)));
    logger.info('request completed', { routeKey: event.routeKey, status: response.status });
    return await limitAnswer(response);
  } catch (error) {
    return encodeAnswer(answerError(error, event, context, 'returning'));
  }
}

/**
 * Creates the function that makes a server. All servers of one request share the limit for the size of the images, and the remaining time
 * of the invocation.
 */
function makeServer(userId: string, event: ApiEvent, context: Context): () => McpServer {
  const loadPreview = createPreviewLoader(() => context.getRemainingTimeInMillis());
  return () =>
    createServer({ call: callWith(userId, event, context), loadPreview, prices: describePrices() });
}

function toRequest(event: ApiEvent): Request {
  const { method } = event.requestContext.http;
  const headers = new Headers(
    Object.entries(event.headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { accept = '*/*' } = event.headers;
  // The answer is JSON. The SDK answers in JSON only if the client also accepts streams of events.
  if (/application\/json|\*\/\*/.test(accept)) headers.set('accept', 'application/json, text/event-stream');
  const body = method === 'POST' ? { body: rawBody(event) } : {};
  return new Request(`${SITE_URL}/mcp`, { method, headers, ...body });
}

/** Creates the function that calls an endpoint of the public API for the owner of the key, within the time of this invocation. */
function callWith(userId: string, event: ApiEvent, context: Context): CallEndpoint {
  return async (name, { id, query = {}, body = {}, idempotencyKey }) => {
    const { [name]: endpoint } = TOOL_ENDPOINTS;
    if (endpoint === undefined) throw new Error(`No tool calls ${name}.`);
    const readValues = () => ({ params: { id }, query, body });
    const answer = await endpoint.answerKey({ ...event, routeKey: publicRouteKey(name) }, context, () =>
      Promise.resolve({ userId, idempotencyKey, readValues }),
    );
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };
}
