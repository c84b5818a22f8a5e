import { vi } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import type { EndpointName } from '#contract/endpoints/endpoints.ts';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { EDIT_SERVICES } from '#contract/model-pool.ts';
import { composeCard } from '#contract/pack-card.ts';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { composeError } from '#contract/error-reasons.ts';
import { API_ERRORS, type ErrorCode, type ErrorData } from '#contract/errors.ts';
import { beLate } from './late-answers.ts';

export const PACKS_ON_SALE = PACK_IDS.map((id) => ({ ...composeCard(id), priceId: `price_${id}` }));

/** The settings of a stage with everything. */
export const CONFIG: SiteConfig = {
  region: 'us-west-2',
  userPoolId: 'us-west-2_Pool',
  userPoolClientId: 'client-1',
  magicLink: false,
  welcomeCredits: 3,
  models: [
    { id: 'core', label: 'Stable Image Core', cost: 1, strength: 'Fast' },
    { id: 'large', label: 'Stable Diffusion 3.5 Large', cost: 2, strength: 'Follows long prompts' },
  ],
  thumbnailModels: [
    { id: 'core', label: 'Stable Image Core' },
    { id: 'large', label: 'Stable Diffusion 3.5 Large' },
    { id: 'guide', label: 'Style Guide' },
    { id: 'structure', label: 'Control Structure' },
  ],
  references: { video: true, channel: false, images: true, cutouts: true, cutoutCost: 1 },
  referenceModels: [
    { service: 'style', label: 'Style Guide', cost: 2 },
    { service: 'layout', label: 'Control Structure', cost: 2 },
  ],
  edits: EDIT_SERVICES.map((service) => ({ service, label: service, cost: 1 })),
  promptAssistance: true,
  earlyAccess: [],
  earlyAccessPacks: PACK_IDS.filter((id) => PACKS[id].earlyAccess),
  packs: PACKS_ON_SALE,
  answerHours: { standard: 72, priority: 24, dedicated: 4 },
};

export interface FakeCall {
  method: string;
  url: string;
  authorization: string | null;
  contentType: string | null;
  body: unknown;
  signal: AbortSignal | null | undefined;
  keepalive: boolean | undefined;
}

/** Replaces the network: responds to each call with `reply`, and records it. */
export function fakeFetch(reply: Handler<Response>): FakeCall[] {
  const calls: FakeCall[] = [];
  const fetch = async (url: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const call = {
      method: init.method ?? 'GET',
      url,
      authorization: headers.get('authorization'),
      contentType: headers.get('content-type'),
      body,
      signal: init.signal,
      keepalive: init.keepalive,
    };
    calls.push(call);
    const response = await reply(call);
    await beLate();
    // The test has ended, or another API has taken its place.
    if (globalThis.fetch !== fetch) throw lostConnection();
    if (response instanceof Error) throw response;
    return response;
  };
  vi.stubGlobal('fetch', fetch);
  return calls;
}

declare const content: unique symbol;

/** A response whose body has this type. */
export type Reply<T> = Response & { readonly [content]: T };

export type EndpointReply<Name extends EndpointName> = Reply<EndpointResponse<Name>>;

export type Handler<T extends Response> = (call: FakeCall) => T | Error | Promise<T | Error>;

/** The responses of the API, by endpoint. */
export type Handlers = { [Name in EndpointName]?: Handler<EndpointReply<Name>> };

export const json = <T>(value: T, status = 200) => Response.json(value, { status }) as Reply<T>;

/** An error of the API has no body of its endpoint, so it may be the response of each. */
export function refusal(code: ErrorCode, details: Partial<Omit<ErrorData, 'code'>> = {}): Reply<never> {
  const error: ErrorData = { code, charge: 'none', ...details };
  const body = { error: composeError(error), ...error, requestId: 'request-1' };
  return Response.json(body, { status: API_ERRORS[code].status }) as Reply<never>;
}

/** The response of API Gateway to a token that has expired. */
export const expiredSession = () =>
  Response.json({ message: 'Unauthorized' }, { status: 401 }) as Reply<never>;

/** A response with status 200 that does not come from the API, e.g. from a proxy. */
export const foreign = (value: unknown) => Response.json(value) as Reply<never>;

/** The endpoint with the method and the path of a request. */
export function findEndpoint({ method, url }: FakeCall): EndpointName | undefined {
  const { pathname } = new URL(url, 'https://site.test');
  return ENDPOINT_NAMES.find((name) => {
    const path = new RegExp(`^${ENDPOINTS[name].path.replace('{id}', '[^/]+')}$`);
    return ENDPOINTS[name].method === method && path.test(pathname);
  });
}

/** The error of a browser's fetch when the connection is lost. */
export const lostConnection = () => new TypeError('Failed to fetch');

/** The response of an endpoint that the test gives later. */
export const deferredReply = <Name extends EndpointName>() => deferred<EndpointReply<Name>>();

/** A value that the test gives later. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
