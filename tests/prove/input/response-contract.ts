import { z } from 'zod';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../contract/endpoints.ts';
import { API_ERRORS, CHARGES, isErrorCode } from '../../../contract/errors.ts';
import { errorParams } from '../../../contract/fields.ts';
import { SCHEMAS, type EndpointSchemas } from '../../../contract/schemas.ts';
import type { RawRequest, RawResponse } from './http-client.ts';

const errorBody = z.object({
  error: z.string().min(1),
  code: z.string(),
  requestId: z.uuid(),
  params: z.optional(errorParams),
  charge: z.enum(CHARGES),
});

/** Checks a response: never a 5xx, 200 only for a valid request, and errors in the contract's format. */
export function findContractViolation(request: RawRequest, response: RawResponse): string | undefined {
  const { status, contentType, body } = response;
  if (status >= 500) return `the response is ${status} ${body}`;
  if (request.method === 'HEAD') return status === 404 ? undefined : `the response to HEAD is ${status}`;
  if (!contentType.startsWith('application/json')) return `the response is ${status} ${contentType}: ${body}`;
  if (status === 200) return findSuccessViolation(request, body);
  const { data } = errorBody.safeParse(parseJson(body));
  if (data === undefined || !isErrorCode(data.code)) return `the response is ${status} ${body}`;
  return API_ERRORS[data.code].status === status ? undefined : `the response is ${status} with ${data.code}`;
}

function findSuccessViolation({ method, path, body: sent }: RawRequest, body: string): string | undefined {
  const schemas = findSchemas(method, path);
  if (schemas === undefined) return `an unknown route responds 200 ${body}`;
  if (!z.safeParse(schemas.response, parseJson(body)).success) return `the response is 200 ${body}`;
  if (schemas.body === undefined || z.safeParse(schemas.body, parseJson(sent.toString())).success)
    return undefined;
  return `the response is 200 for ${sent.toString()}`;
}

function findSchemas(method: string, path: string): EndpointSchemas | undefined {
  const [pathname = ''] = path.split('?');
  const name = ENDPOINT_NAMES.find((each) => {
    const pattern = new RegExp(`^${ENDPOINTS[each].path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return ENDPOINTS[each].method === method && pattern.test(pathname);
  });
  return name && SCHEMAS[name];
}

/** @returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
