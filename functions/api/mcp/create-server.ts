import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server';
import { PAGE_SIZE, toJsonSchema } from '#contract/endpoints/openapi.ts';
import { describePublicEndpoint, type PublicEndpointName } from '#contract/endpoints/public-api.ts';
import { PUBLIC_SCHEMAS } from '#contract/endpoints/public-schemas.ts';
import { idempotencyKey } from '#contract/fields.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import type { LoadPreview } from './load-preview.ts';

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
  /** True if the tool takes credits. Its result then says what was taken. */
  takesCredits?: true;
  isReadOnly?: true;
  /** True if the tool can load the page of a video, which is outside of the account and the models. */
  isOpenWorld?: true;
}

const CHARGE_RULES =
  'A failed one is refunded. Make a new idempotencyKey for each image. Repeat a call whose answer was lost with the same key: it takes nothing again. ' +
  'The answer has status "waiting" while every model is busy; get_thumbnail then tells its state.';

const listTools = (prices: string): Record<string, Tool> => ({
  generate_thumbnail: {
    endpoint: 'generateThumbnail',
    title: 'Generate a thumbnail',
    description: `Generates a 16:9 video thumbnail from a prompt. This takes credits of the account: ${prices}. ${CHARGE_RULES}`,
    takesCredits: true,
    isOpenWorld: true,
  },
  create_thumbnail_from_image: {
    endpoint: 'createThumbnail',
    title: 'Make a thumbnail of a picture',
    description:
      'Makes a thumbnail of a JPEG in base64, with at most 3 MB and 1920 x 1080 pixels; each side has at least 320. Calls no model and takes no credits. ' +
      'Make a new idempotencyKey for each picture. Repeat a call whose answer was lost with the same key.',
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

interface ServerOptions {
  call: CallEndpoint;
  loadPreview: LoadPreview;
  /** The prices of the models, as a text for people. */
  prices: string;
}

/** Makes the MCP server of one request. Its tools are endpoints of the public API. */
export function createServer({ prices, ...options }: ServerOptions): McpServer {
  const server = new McpServer({ name: 'thumbforge', version: '1' });
  for (const [name, tool] of Object.entries(listTools(prices))) {
    const { title, description, isReadOnly = false, isOpenWorld = false } = tool;
    const schema = describeArguments(tool);
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<Arguments>(schema, PARSED_LATER),
        // The hints are true, because a repeated call has the same idempotencyKey or changes nothing.
        annotations: {
          readOnlyHint: isReadOnly,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: isOpenWorld,
        },
      },
      (args) => runTool(tool, dropEmpty(args, schema.required), options),
    );
  }
  return server;
}

/** Removes the optional arguments that are null or empty, and the empty fields of an argument, because some models name all of them. */
function dropEmpty(args: Arguments, required: readonly string[]): Arguments {
  const given = Object.entries(args).filter(([name, value]) => required.includes(name) || isGiven(value));
  return Object.fromEntries(given.map(([name, value]) => [name, dropEmptyFields(value)]));
}

const isGiven = (value: unknown): boolean => value !== null && value !== '';

/** Copies an object without its empty fields. The function is not recursive, because a request may be nested too deeply. */
function dropEmptyFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => isGiven(field)));
}

/** Accepts all arguments. The endpoint parses the arguments, so that a client gets the errors of the API. */
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

function describeArguments({ endpoint }: Tool) {
  const { idempotencyField } = describePublicEndpoint(endpoint);
  const needsKey = idempotencyField !== undefined;
  const { params, query, body }: EndpointSchemas = PUBLIC_SCHEMAS[endpoint];
  const parts = [params, query, body].flatMap((schema) => (schema ? [toJsonSchema(schema, 'input')] : []));
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as Arguments;
  const required = parts.flatMap((part) => (part['required'] ?? []) as string[]);
  const key = {
    ...toJsonSchema(idempotencyKey, 'input'),
    description:
      'A UUID that you make for each image. A repeated call with the same key makes no other image and takes no credits.',
  };
  return {
    type: 'object' as const,
    properties: {
      ...properties,
      ...('limit' in properties && { limit: PAGE_SIZE }),
      ...(needsKey && { idempotencyKey: key }),
    },
    required: [...required, ...(needsKey ? ['idempotencyKey'] : [])],
  };
}

async function runTool(
  { endpoint, takesCredits }: Tool,
  { idempotencyKey: key, ...args }: Arguments,
  { call, loadPreview }: Omit<ServerOptions, 'prices'>,
): Promise<CallToolResult> {
  const query = selectQuery(endpoint, args);
  const { status, body } = await call(endpoint, { id: args['id'], query, body: args, idempotencyKey: key });
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

/** Selects the arguments that the endpoint reads from its query, and converts them to text. */
function selectQuery(endpoint: PublicEndpointName, args: Arguments): Record<string, string> {
  const { query }: EndpointSchemas = PUBLIC_SCHEMAS[endpoint];
  const { properties = {} } = query ? toJsonSchema(query, 'input') : {};
  const given = Object.entries(args).filter(([name]) => Object.hasOwn(properties as object, name));
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(given.map(([name, value]) => [name, toText(value)]));
}

async function describeCharge(call: CallEndpoint, key: unknown) {
  const { status, body } = await call('readCredits', {});
  const left = status === 200 ? ` Credits left: ${String(body['credits'])}.` : '';
  const text = `Credits were taken once for the idempotencyKey ${String(key)}.${left}`;
  return { type: 'text' as const, text };
}
