import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorTrace, logger } from '../../platform/logger.ts';

/** The most messages of a batch. Lambda returns at most 6 MB, and each result can contain an image. */
export const MAX_BATCH = 10;

/** The largest body of an answer in bytes, as JSON text. The result of a Lambda function has at most 6 MB. */
const MAX_BODY_BYTES = 6_200_000;

/** Parses the messages of a request body. A body that is not JSON counts as one message. */
export function parseMessages(body: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [undefined];
  }
}

/** Refuses a batch that has too many messages, or that could never get its complete answer. */
export function refuseBatch(messages: readonly unknown[]): Response | undefined {
  if (messages.length > MAX_BATCH) return refuse(`A batch has at most ${MAX_BATCH} messages`);
  const ids = messages.flatMap((message) => readField(message, 'id') ?? []);
  if (new Set(ids).size < ids.length) return refuse('The ids of a batch must differ');
  const isCanceled = messages.some((message) => readField(message, 'method') === 'notifications/cancelled');
  return isCanceled && messages.length > 1 ? refuse('A batch cannot cancel its own requests') : undefined;
}

/** Creates the response for an invalid request (JSON-RPC 2.0, "Error object"). */
function refuse(message: string): Response {
  const error = { code: -32_600, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}

function readField(message: unknown, name: 'id' | 'method'): unknown {
  return typeof message === 'object' && message !== null && name in message
    ? (message as Record<string, unknown>)[name]
    : undefined;
}

/** Converts a response to the result of the function. If Lambda could not return the response, returns an error. */
export async function limitAnswer(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const body = await response.text();
  if (Buffer.byteLength(JSON.stringify(body)) > MAX_BODY_BYTES) {
    return limitAnswer(
      refuse(
        'The answer is larger than 6 MB. Send fewer calls in a batch, or a lower limit. A call with the same idempotencyKey takes no further credits',
      ),
    );
  }
  const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' };
  return { statusCode: response.status, headers, body };
}

/** Answers the messages of a request as JSON, with a new server. Never streams. */
export async function answerMessages(request: Request, createServer: () => McpServer): Promise<Response> {
  if (request.method !== 'POST' || !(await isLegacyRequest(request))) {
    const mcp = createMcpHandler(createServer, {
      responseMode: 'json',
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: logRefusal,
    });
    return mcp.fetch(request);
  }
  // The handler above answers clients of the protocol of 2025 only with a stream of events.
  const server = createServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  transport.onerror = logRefusal;
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

function logRefusal(error: Error): void {
  logger.info('MCP request refused', errorTrace(error));
}
