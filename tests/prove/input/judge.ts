import { z } from 'zod';
import { API_ERRORS, isErrorCode } from '../../../contract/errors.ts';
import { ENDPOINT_NAMES, routeKey } from '../../../contract/endpoints.ts';
import { SCHEMAS, type EndpointSchemas } from '../../../contract/schemas.ts';
import type { Answered, Sent } from './send.ts';

const errorBody = z.object({ error: z.string().min(1), code: z.string(), requestId: z.uuid() });

/** What is wrong with an answer by the contract: never a 5xx, a 200 only for what is right, a refusal in its shape. */
export function wrongAnswer(sent: Sent, answer: Answered): string | undefined {
  const { status, contentType, body } = answer;
  if (status >= 500) return `answered ${status} ${body}`;
  if (sent.method === 'HEAD') return status === 404 ? undefined : `HEAD answered ${status}`;
  if (!contentType.startsWith('application/json')) return `answered ${status} as ${contentType}: ${body}`;
  if (status === 200) return wrongSuccess(sent, body);
  const { data } = errorBody.safeParse(parsed(body));
  if (data === undefined || !isErrorCode(data.code)) return `answered ${status} with ${body}`;
  // API Gateway itself says 413 to what is beyond its own limit.
  return API_ERRORS[data.code].status === status ? undefined : `answered ${status} with ${data.code}`;
}

function wrongSuccess({ method, path, body: sentBody }: Sent, body: string): string | undefined {
  const [pathname = ''] = path.split('?');
  const known = /^\/api\/thumbnails\/[^/]+$/.test(pathname) ? '/api/thumbnails/{id}' : pathname;
  const name = ENDPOINT_NAMES.find((candidate) => routeKey(candidate) === `${method} ${known}`);
  if (name === undefined) return `answered 200 with ${body}`;
  const { body: asked, response }: EndpointSchemas = SCHEMAS[name];
  if (!z.safeParse(response, parsed(body)).success) return `answered 200 with ${body}`;
  if (asked !== undefined && !z.safeParse(asked, parsed(sentBody.toString())).success) {
    return `answered 200 to ${sentBody.toString()}`;
  }
  return undefined;
}

/** undefined where it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
