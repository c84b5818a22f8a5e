import fc from 'fast-check';
import { ENDPOINTS, ENDPOINT_NAMES } from '#contract/endpoints/endpoints.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import { generateThumbnailResponse } from '#contract/endpoints/generation-schemas.ts';
import type { Creator } from '../../support/cloud/creator.ts';
import { SCHEMAS } from '../../support/endpoint-schemas.ts';
import type { CheckResult, RunOptions } from '../report.ts';
import { signPayload } from '../stripe.ts';
import { badDelivery, badRequest, type BadDelivery, type BadRequest } from './arbitraries.ts';
import {
  createAuthorize,
  type Authorize,
  type RawRequest,
  type RawResponse,
  type Send,
} from './http-client.ts';
import { OTHER_ID, OWN_ID } from './values.ts';
import { z } from 'zod';
import { CHARGES } from '#contract/error-parts.ts';
import { API_ERRORS, isErrorCode } from '#contract/errors.ts';
import { errorParams } from '#contract/fields.ts';

const RUNS = {
  full: { requests: 10_000, deliveries: 2_000 },
  sample: { requests: 60, deliveries: 12 },
} as const;
const WORKERS = 8;

export interface FuzzTarget {
  send: Send;
  creator: Creator;
  otherId: string;
  /** A Stripe event that was delivered before. */
  payload: string;
}

interface FuzzResult {
  checks: CheckResult[];
  /** Ids of the generations that were answered with an image. */
  generationIds: Set<string>;
}

/** Sends random requests and random changes of a valid webhook delivery. */
export async function fuzzApi(target: FuzzTarget, { seed, size, progress }: RunOptions): Promise<FuzzResult> {
  const authorize = await createAuthorize(target.creator.token);
  const generationIds = new Set<string>();
  const request = async (bad: BadRequest) => {
    const raw = createRequest(target, bad, authorize);
    const response = await target.send(raw);
    const { data } = generateThumbnailResponse.safeParse(parseJson(response.body));
    // A photo has an image and takes no credit.
    if (data !== undefined && raw.path.split('?')[0] !== ENDPOINTS.createThumbnail.path)
      generationIds.add(data.generationId);
    return (
      findContractViolation(raw, response) ??
      (isTokenChecked(bad, response) ? undefined : `an invalid token was accepted: ${response.body}`)
    );
  };
  const deliver = async (bad: BadDelivery) => {
    const raw = createDelivery(target.payload, bad);
    const response = await target.send(raw);
    const isAccepted = response.status === 200;
    return (
      findContractViolation(raw, response) ??
      (isAccepted === (bad.change === 'nothing') ? undefined : `accepted: ${isAccepted}`)
    );
  };
  const { requests, deliveries } = RUNS[size];
  progress.expect(requests + deliveries);
  const options = { seed, onRun: progress.done };
  return {
    generationIds,
    checks: [
      await runProperty('requests', badRequest, request, { ...options, runs: requests }),
      await runProperty('changed Stripe events', badDelivery, deliver, { ...options, runs: deliveries }),
    ],
  };
}

/** Runs a property on several workers. A violation shrinks to the smallest input that has it. */
async function runProperty<T>(
  check: string,
  arbitrary: fc.Arbitrary<T>,
  findViolation: (value: T) => Promise<string | undefined>,
  { seed, runs, onRun }: { seed: number; runs: number; onRun: () => void },
): Promise<CheckResult> {
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const violation = await findViolation(value);
    onRun();
    if (violation !== undefined) throw new Error(violation);
  });
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) =>
      fc.check(property, { seed: seed + index, numRuns: Math.ceil(runs / WORKERS) }),
    ),
  );
  const failed = workers.filter((worker) => worker.failed);
  const total = workers.reduce((sum, { numRuns }) => sum + numRuns, 0);
  return {
    row: { check, runs: total, passed: total - failed.length },
    violations: failed.map(
      ({ errorInstance, counterexample }) =>
        `${String(errorInstance)} for ${JSON.stringify(counterexample?.[0])}`,
    ),
  };
}

function createRequest({ creator, otherId }: FuzzTarget, bad: BadRequest, authorize: Authorize): RawRequest {
  const { call, query, contentType, headers } = bad;
  const fillIds = (text: string) => text.replaceAll(OWN_ID, creator.userId).replaceAll(OTHER_ID, otherId);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  // A valid deletion would end the run.
  const isDeletion = call.method === 'DELETE' && call.path === ENDPOINTS.deleteAccount.path;
  const authorization = authorize(isDeletion ? 'none' : bad.token);
  return {
    method: call.method,
    path: fillIds(call.path).replaceAll(/[{}]/g, encodeURIComponent) + (search === '' ? '' : `?${search}`),
    headers: {
      ...headers,
      ...(contentType !== '' && { 'content-type': contentType }),
      ...(authorization !== undefined && { authorization }),
    },
    body: Buffer.from(fillIds(call.body.text), call.body.encoding),
  };
}

const WITHOUT_TOKEN: string[] = [ENDPOINTS.stripeWebhook.path, ENDPOINTS.reportPageError.path];

/** Unknown paths are answered before the token is checked, and these endpoints need no token. */
function isTokenChecked({ token, call: { path } }: BadRequest, { status }: RawResponse): boolean {
  return token === 'valid' || WITHOUT_TOKEN.includes(path) || status === 401 || status === 404;
}

function createDelivery(payload: string, bad: BadDelivery): RawRequest {
  const { change, at, character, junk, contentType } = bad;
  const signature = signPayload(payload);
  const signatureStart = signature.indexOf('v1=') + 3;
  const changes: Record<BadDelivery['change'], { body?: string; signature?: string | undefined }> = {
    nothing: {},
    'body character': { body: replaceCharacter(payload, at, character) },
    'truncated body': { body: payload.slice(0, at % payload.length) },
    'signature character': { signature: replaceCharacter(signature, signatureStart + (at % 64), 'g') },
    'signature scheme': { signature: signature.replace('v1=', 'v0=') },
    'old timestamp': { signature: signPayload(payload, { secondsAgo: 301 + at }) },
    'other secret': { signature: signPayload(payload, { secret: 'whsec_another' }) },
    'no signature': { signature: undefined },
    'junk signature': { signature: junk },
  };
  const delivery = { body: payload, signature, ...changes[change] };
  return {
    method: ENDPOINTS.stripeWebhook.method,
    path: ENDPOINTS.stripeWebhook.path,
    headers: {
      ...(contentType !== '' && { 'content-type': contentType }),
      ...(delivery.signature !== undefined && { 'stripe-signature': delivery.signature }),
    },
    body: Buffer.from(delivery.body),
  };
}

/** Replaces a character, or inserts the new character when both are the same: the text always changes. */
function replaceCharacter(text: string, at: number, character: string): string {
  const position = at % text.length;
  return `${text.slice(0, position)}${character}${text.slice(position + (text[position] === character ? 0 : 1))}`;
}

const errorBody = z.object({
  error: z.string().min(1),
  code: z.string(),
  requestId: z.uuid(),
  params: z.optional(errorParams),
  charge: z.enum(CHARGES),
});

/** Checks a response: never a 5xx, 200 only for a valid request, and errors in the contract's format. */
function findContractViolation(request: RawRequest, response: RawResponse): string | undefined {
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
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
