import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, TooLargeError } from '../../../http/body.ts';
import { newId } from '../ids.ts';
import { API_VERSION } from '../objects.ts';
import { expireDueSessions } from '../payments/sessions.ts';
import type { World } from '../world.ts';
import { authenticate } from './authenticate.ts';
import { asStripeError, InvalidParamsError, refused, StripeApiError } from './errors.ts';
import { expandAnswer } from './expand.ts';
import { parseForm } from './form.ts';
import { fingerprintOf, recall, remember } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations/index.ts';

/** Far above anything the API takes. */
const LARGEST_BODY = 1024 * 1024;

/** One request, read to its end. From here on nothing waits: what an operation changes, it changes at once. */
interface ApiRequest {
  id: string;
  method: string;
  path: string;
  /** Body of a POST, query of anything else. */
  form: string;
  idempotencyKey: string | undefined;
}

interface ApiAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Answers everything under /v1. */
export async function serveApi(
  world: World,
  apiKey: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const id = newId('request');
  let answer: ApiAnswer;
  try {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
    const method = incoming.method ?? 'GET';
    const body = (await readBody(incoming, LARGEST_BODY)).toString();
    authenticate(incoming.headers.authorization, apiKey);
    const idempotencyKey = method === 'POST' ? header(incoming, 'idempotency-key') : undefined;
    const form = method === 'POST' ? body : search.slice(1);
    answer = answerOnce(world, { id, method, path: pathname, form, idempotencyKey });
  } catch (error) {
    const tooLarge = error instanceof TooLargeError;
    answer = errorAnswer(tooLarge ? refused('The request body is too large.') : asStripeError(error));
  }
  outgoing.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': id,
    'stripe-version': header(incoming, 'stripe-version') ?? API_VERSION,
    ...answer.headers,
  });
  outgoing.end(answer.body);
}

/** A repeated idempotency key is given its first answer; the operation runs once. */
function answerOnce(world: World, request: ApiRequest): ApiAnswer {
  const { id, method, path, form, idempotencyKey: key } = request;
  if (key === undefined) return run(world, request).answer;
  if (key.length > 255) throw refused('Idempotency keys can be at most 255 characters.');
  const echo = { 'idempotency-key': key };
  const fingerprint = fingerprintOf(method, path, form);
  const known = recall(world, key, fingerprint);
  if (known !== undefined) {
    const headers = { ...echo, 'idempotent-replayed': 'true', 'original-request': known.requestId };
    return { status: known.status, body: known.body, headers };
  }
  const { answer, began } = run(world, request, (first) => {
    remember(world, key, { fingerprint, requestId: id, status: first.status, body: first.body });
  });
  return { ...answer, headers: { ...echo, ...(began ? { 'original-request': id } : {}) } };
}

/** @param beforeCommit sees the answer of an operation that began, so that both are written as one. */
function run(
  world: World,
  { id, method, path, form, idempotencyKey }: ApiRequest,
  beforeCommit: (answer: ApiAnswer) => void = () => undefined,
): { answer: ApiAnswer; began: boolean } {
  try {
    const { operation, objectId } = route(method, path);
    const { expand, run } = operation.prepare(parseForm(form));
    expireDueSessions(world);
    const cause = { id, idempotency_key: idempotencyKey ?? null };
    const answer = world.causedBy(cause, () => {
      try {
        const body = expandAnswer(world, run({ world, id: objectId }), expand);
        return { status: 200, body: JSON.stringify(body, null, 2) };
      } catch (error) {
        if (error instanceof InvalidParamsError) throw error;
        return errorAnswer(asStripeError(error));
      }
    });
    beforeCommit(answer);
    world.commit();
    return { answer, began: true };
  } catch (error) {
    return { answer: errorAnswer(asStripeError(error)), began: false };
  }
}

function route(method: string, path: string): { operation: Operation; objectId: string } {
  for (const operation of OPERATIONS) {
    const match = operation.method === method ? operation.path.exec(path) : null;
    if (match !== null) return { operation, objectId: decodeURIComponent(match[1] ?? '') };
  }
  throw new StripeApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The local stand-in has only what the product calls.`,
  });
}

function errorAnswer(error: StripeApiError): ApiAnswer {
  return { status: error.status, body: JSON.stringify(error.body(), null, 2) };
}

function header(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
