import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server';
import { toJsonSchema } from '../../contract/openapi.ts';
import type { PublicEndpointName } from '../../contract/public-api.ts';
import { idempotencyKey, PUBLIC_SCHEMAS } from '../../contract/public-schemas.ts';
import type { EndpointSchemas } from '../../contract/endpoint-types.ts';
import { errorTrace, logger } from '../shared/logger.ts';

/** Largest image in a result of a tool. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 3_000;

/** Loads the preview of an image as content of a result. @returns undefined if there is none. */
async function loadPreview(url: unknown) {
  if (typeof url !== 'string') return undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || bytes.length > MAX_BYTES) return undefined;
    // The preview of a design is a JPEG, the others are WebP.
    const mimeType = response.headers.get('content-type') ?? 'image/webp';
    return { type: 'image' as const, mimeType, data: bytes.toString('base64') };
  } catch (error) {
    // The result has the URL of the image.
    logger.warn('preview not loaded', errorTrace(error));
    return undefined;
  }
}

type Arguments = Record<string, unknown>;

/** Sends a request of the public API. The functions of the site answer it. */
export type CallEndpoint = (
  name: PublicEndpointName,
  request: { id?: unknown; query?: Record<string, string>; body?: Arguments; idempotencyKey?: unknown },
) => Promise<{ status: number; body: Arguments }>;

interface Tool {
  endpoint: PublicEndpointName;
  title: string;
  description: string;
  /** It takes credits, and has the argument `idempotencyKey`. */
  takesCredits?: true;
  isReadOnly?: true;
}

const CHARGE_RULES =
  'A failed one is refunded. Repeat a call whose answer was lost with the same idempotencyKey: it takes nothing again. ' +
  'The answer has status "waiting" while every model is busy; get_thumbnail then tells its state.';

/** @param prices of the models, for people. */
const listTools = (prices: string): Record<string, Tool> => ({
  generate_thumbnail: {
    endpoint: 'generateThumbnail',
    title: 'Generate a thumbnail',
    description: `Generates a 16:9 video thumbnail from a prompt. This takes credits of the account: ${prices}. ${CHARGE_RULES}`,
    takesCredits: true,
  },
  edit_thumbnail: {
    endpoint: 'createEdit',
    title: 'Edit a thumbnail',
    description: `Changes the image of a thumbnail: recolor, replace, erase, fill or upscale. This takes credits of the account, the price of the operation. ${CHARGE_RULES}`,
    takesCredits: true,
  },
  list_thumbnails: {
    endpoint: 'listThumbnails',
    title: 'List thumbnails',
    description: 'Lists the finished thumbnails of the account, newest first. Takes no credits.',
    isReadOnly: true,
  },
  get_thumbnail: {
    endpoint: 'readThumbnail',
    title: 'Get a thumbnail',
    description: 'Reads a thumbnail or an edit in any state, with a preview of its image. Takes no credits.',
    isReadOnly: true,
  },
  credits: {
    endpoint: 'readCredits',
    title: 'Credits',
    description: 'Reads the credits that the account has left. Takes no credits.',
    isReadOnly: true,
  },
});

/** Makes the MCP server of one request. Its tools are endpoints of the public API. */
export function createServer(call: CallEndpoint, prices: string): McpServer {
  const server = new McpServer({ name: 'thumbforge', version: '1' });
  for (const [name, tool] of Object.entries(listTools(prices))) {
    const { title, description, isReadOnly = false } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<Arguments>(describeArguments(tool), PARSED_LATER),
        annotations: { readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: true },
      },
      (args) => runTool(call, tool, args),
    );
  }
  return server;
}

/** The endpoint parses the arguments, so that their errors are the API's. */
const PARSED_LATER: jsonSchemaValidator = {
  getValidator: <T>() => {
    const accept: JsonSchemaValidator<T> = (data) => ({
      valid: true,
      data: data as T,
      errorMessage: undefined,
    });
    return accept;
  },
};

function describeArguments({ endpoint, takesCredits }: Tool) {
  const { params, query, body }: EndpointSchemas = PUBLIC_SCHEMAS[endpoint];
  const parts = [params, query, body].flatMap((schema) => (schema ? [toJsonSchema(schema, 'input')] : []));
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as object;
  const required = parts.flatMap((part) => (part['required'] ?? []) as string[]);
  const key = {
    ...toJsonSchema(idempotencyKey, 'input'),
    description: 'A new UUID for each image. @default one',
  };
  return {
    type: 'object' as const,
    properties: { ...properties, ...(takesCredits && { idempotencyKey: key }) },
    required,
  };
}

async function runTool(
  call: CallEndpoint,
  { endpoint, takesCredits }: Tool,
  args: Arguments,
): Promise<CallToolResult> {
  const { id, limit, cursor, idempotencyKey: key = randomUUID() } = args;
  const query = Object.fromEntries(
    Object.entries({ limit, cursor }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
  const { status, body } = await call(endpoint, { id, query, body: args, idempotencyKey: key });
  const isError = status >= 400;
  const charge = takesCredits && !isError ? [await describeCharge(call, key)] : [];
  const preview = await loadPreview(body['previewURL']);
  return {
    isError,
    structuredContent: body,
    content: [
      ...charge,
      { type: 'text', text: JSON.stringify(body) },
      ...(preview === undefined ? [] : [preview]),
    ],
  };
}

async function describeCharge(call: CallEndpoint, key: unknown) {
  const { body } = await call('readCredits', {});
  const text = `Credits were taken once for the idempotencyKey ${String(key)}. Credits left: ${String(body['credits'])}.`;
  return { type: 'text' as const, text };
}
