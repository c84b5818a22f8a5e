import * as z from 'zod/mini';
import { createdEdit } from './edit-schemas.ts';
import { composeError, type Reason } from '../error-reasons.ts';
import { CHARGES } from '../error-parts.ts';
import { API_ERRORS, type ErrorCode } from '../errors.ts';
import { errorParams } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import {
  describePublicEndpoint,
  PUBLIC_ENDPOINTS,
  KEY_CACHE_SECONDS,
  type PublicEndpointName,
} from './public-api.ts';
import { COMMON_ERRORS, PUBLIC_OPERATIONS, type PublicOperation } from './public-operations.ts';
import { PUBLIC_SCHEMAS } from './public-schemas.ts';
import { idempotencyKey } from '../fields.ts';
import type { EndpointSchemas } from './endpoint-types.ts';
import { generatedThumbnail, waitingGeneration } from './generation-schemas.ts';
import { waitingEdit } from './edit-requests.ts';

type JsonSchema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: string;
}

interface ResponseObject {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content: { 'application/json': { schema: JsonSchema } };
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema; example: object } } };
  responses: Record<string, ResponseObject>;
}

/** The responses of the operations that answer 202 while the generation waits. */
const WAITING: Partial<Record<PublicEndpointName, { done: z.core.$ZodType; waiting: z.core.$ZodType }>> = {
  generateThumbnail: { done: generatedThumbnail, waiting: waitingGeneration },
  createEdit: { done: createdEdit, waiting: waitingEdit },
};

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  /** The operations by path and method. */
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<'Error' | 'GatewayError', JsonSchema>;
  };
}

const errorBody = z.object({
  /** The sentence for people. Programs read the code. */
  error: z.string(),
  code: z.enum(Object.keys(API_ERRORS)),
  /** Identifies the request for support. */
  requestId: z.string(),
  params: z.optional(errorParams),
  charge: z.enum(CHARGES),
});

/** The OpenAPI document of the public API. The build writes it to `/v1/openapi.json`. */
export function buildOpenApi(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const name of Object.keys(PUBLIC_OPERATIONS) as PublicEndpointName[]) {
    const { method, path } = PUBLIC_ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Thumbforge',
      version: '1',
      description:
        'Make thumbnails from your own tools, with the credits of your account. ' +
        `A key is made and revoked on the account page; a revoked key works for at most ${KEY_CACHE_SECONDS} seconds more. ` +
        'Responses may get further fields.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: tf_…' } },
      schemas: {
        Error: toJsonSchema(errorBody, 'output'),
        GatewayError: toJsonSchema(z.object({ message: z.string() }), 'output'),
      },
    },
  };
}

function describeOperation(name: PublicEndpointName): OperationObject {
  const { summary, description, example } = PUBLIC_OPERATIONS[name];
  const { body }: EndpointSchemas = PUBLIC_SCHEMAS[name];
  return {
    operationId: name,
    summary,
    description,
    parameters: listParameters(name, example),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(body, 'input'), example: example.body ?? {} } },
      },
    }),
    responses: { ...describeResults(name), ...describeErrors(PUBLIC_OPERATIONS[name]) },
  };
}

function listParameters(name: PublicEndpointName, example: PublicOperation['example']): Parameter[] {
  const { params, query }: EndpointSchemas = PUBLIC_SCHEMAS[name];
  const { idempotencyField } = describePublicEndpoint(name);
  const list = (schema: z.core.$ZodType | undefined, place: 'path' | 'query', values: object = {}) => {
    const { properties = {} } = schema ? toJsonSchema(schema, 'input') : {};
    return Object.entries(properties as Record<string, JsonSchema>).map(([parameter, each]): Parameter => {
      const value = (values as Record<string, string>)[parameter];
      return {
        name: parameter,
        in: place,
        required: place === 'path',
        schema: parameter === 'limit' ? PAGE_SIZE : each,
        ...(value !== undefined && { example: value }),
      };
    });
  };
  const header: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A UUID that you make for each image, and the id of its result. A repeated request with the same key takes no further credit and answers with the state of the first one.',
    schema: toJsonSchema(idempotencyKey, 'input'),
    ...(example.idempotencyKey !== undefined && { example: example.idempotencyKey }),
  };
  return [
    ...list(params, 'path', example.params),
    ...list(query, 'query', example.query),
    ...(idempotencyField === undefined ? [] : [header]),
  ];
}

/** The schema of the query parameter `limit` in the document. The schema of the site reads `limit` as text. */
export const PAGE_SIZE = {
  type: 'integer',
  minimum: 1,
  maximum: LIMITS.maxPageSize,
  default: LIMITS.pageSize,
};

function describeResults(name: PublicEndpointName): Record<string, ResponseObject> {
  const { done = PUBLIC_SCHEMAS[name].response, waiting } = WAITING[name] ?? {};
  return {
    200: { description: 'Done', content: createContent(toJsonSchema(done, 'output')) },
    ...(waiting && {
      202: {
        description: 'Every model is busy. It waits in line; a cancelled or failed one is refunded.',
        headers: RETRY_AFTER,
        content: createContent(toJsonSchema(waiting, 'output')),
      },
    }),
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the next request', schema: { type: 'integer' } },
};

/** Returns one response for each status. The response lists the codes of the status. */
function describeErrors({ errors }: PublicOperation): Record<string, ResponseObject> {
  const codes = [...COMMON_ERRORS, ...errors];
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code].status))].toSorted(
    (one, two) => one - two,
  );
  const responses: Record<string, ResponseObject> = {};
  for (const status of statuses) {
    const listed = codes.filter((code) => API_ERRORS[code].status === status).map(describeCode);
    // API Gateway itself refuses a request without a key.
    const isGateway = status === API_ERRORS.unauthorized.status;
    responses[status] = {
      description: [...listed, ...(isGateway ? ['Without a code: the request has no key.'] : [])].join(' '),
      ...(status === API_ERRORS.too_many_requests.status && { headers: RETRY_AFTER }),
      content: createContent(isGateway ? { anyOf: [refer('Error'), refer('GatewayError')] } : refer('Error')),
    };
  }
  return responses;
}

/** The codes that have only one cause at the public API. The clause of this cause is more specific than the clause of the code. */
const PUBLIC_REASONS: Partial<Record<ErrorCode, Reason>> = {
  unauthorized: 'unknownKey',
  forbidden: 'accountDeleted',
};

function describeCode(code: ErrorCode): string {
  const { [code]: reason } = PUBLIC_REASONS;
  const params = reason === undefined ? {} : { reason };
  return `\`${code}\`: ${composeError({ code, params, charge: 'none' })}`;
}

const createContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const refer = (name: 'Error' | 'GatewayError') => ({ $ref: `#/components/schemas/${name}` });

/** Returns the JSON schema of a part of a request, or of a response. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // A limit of the page is text in a query. The schema checks the number after the conversion of the text.
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      // Only a strict object refuses unknown fields. A later version may add fields to a response.
      const { def } = zodSchema._zod;
      if (def.type === 'object' && !('catchall' in def && def.catchall !== undefined)) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return rest;
}
