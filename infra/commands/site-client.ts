import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as mini from 'zod/mini';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints/endpoints.ts';
import { SITE_CONFIG_PATH } from '#contract/site-config.ts';

/** The site's answer differs from the expected answer. The message contains no personal data and no token. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError';
}

export interface ApiRequest {
  /** An id token. @default a request without a token */
  token?: string | undefined;
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  body?: object;
}

/** Timeout in milliseconds. It is longer than API Gateway's limit of 30 s, because API Gateway's answer names the problem. */
const TIMEOUT_MS = 35_000;

const siteConfig = mini.object({
  region: mini.string(),
  userPoolId: mini.string(),
  userPoolClientId: mini.string(),
  userPoolEndpoint: mini.optional(mini.string()),
  models: mini.array(mini.object({ id: mini.string(), cost: mini.number() })),
  packs: mini.array(mini.object({ name: mini.string(), credits: mini.number(), priceId: mini.string() })),
});
/** The settings in `/config.json` that the commands use. */
export type PublicConfig = mini.output<typeof siteConfig>;

const errorBody = mini.object({ code: mini.string(), requestId: mini.string() });

/** Calls the site and its API as a browser does. */
export class SiteClient {
  /** Origin of the site. */
  readonly origin: string;
  readonly #signal: AbortSignal | undefined;

  /** @param signal ends every running request. */
  constructor(origin: string, signal?: AbortSignal) {
    this.origin = origin;
    this.#signal = signal;
  }

  /** @throws UnexpectedAnswerError if there is no answer; the signal's reason. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = this.#signal === undefined ? timeout : AbortSignal.any([timeout, this.#signal]);
    const target = new URL(url, this.origin);
    try {
      return await fetch(target, { redirect: 'manual', ...init, signal });
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw new UnexpectedAnswerError(`${target.host} does not answer.`, { cause: error });
    }
  }

  /** @throws UnexpectedAnswerError if the settings are missing or incomplete. */
  async readConfig(): Promise<PublicConfig> {
    const response = await this.fetch(SITE_CONFIG_PATH);
    const parsed = mini.safeParse(siteConfig, await readJson(response));
    if (response.ok && parsed.success) return parsed.data;
    throw new UnexpectedAnswerError(
      `${SITE_CONFIG_PATH} is missing or incomplete (status ${response.status}).`,
    );
  }

  /** Sends one request to an endpoint. @throws as `fetch`. */
  async send(name: EndpointName, { token, params = {}, body }: ApiRequest = {}): Promise<Response> {
    const { method, path } = ENDPOINTS[name];
    return this.fetch(
      path.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? ''),
      {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    );
  }

  /** Calls an endpoint. @throws UnexpectedAnswerError if it does not answer 2xx with the schema's body. */
  async call<Answer extends mini.core.$ZodType>(
    name: EndpointName,
    answer: Answer,
    request: ApiRequest = {},
  ): Promise<mini.output<Answer>> {
    const response = await this.send(name, request);
    const body = await readJson(response);
    const parsed = mini.safeParse(answer, body);
    if (response.ok && parsed.success) return parsed.data;
    throw new UnexpectedAnswerError(describeAnswer(name, response.status, body));
  }

  /** Expects an error of the API. @throws UnexpectedAnswerError if the status differs. */
  async expectStatus(name: EndpointName, status: number, request: ApiRequest = {}): Promise<void> {
    const response = await this.send(name, request);
    if (response.status === status) return;
    const answer = describeAnswer(name, response.status, await readJson(response));
    throw new UnexpectedAnswerError(`${answer} It must answer ${status}.`);
  }
}

/** The status, the error's code and the request id, which finds the request in the logs. */
function describeAnswer(name: EndpointName, status: number, body: unknown): string {
  const { method, path } = ENDPOINTS[name];
  const { data: error } = errorBody.safeParse(body);
  const reason = error === undefined ? '' : ` ${error.code} (request ${error.requestId})`;
  return `${method} ${path} answered ${status}${reason}.`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Longer than the longest time that a generation waits for a model, in milliseconds. */
const WAIT_MS = 10 * 60_000;
const POLL_MS = 1_000;

const accepted = mini.object({ generationId: mini.string() });
const generation = mini.object({
  status: mini.string(),
  url: mini.optional(mini.string()),
  previewURL: mini.optional(mini.string()),
  code: mini.optional(mini.string()),
});

/**
 * Generates one thumbnail as the site does. While the models are busy the generation waits in line.
 * @returns the id, and the signed URLs of the image and of its preview, if the image has a preview.
 * @throws UnexpectedAnswerError for any other outcome than an image; the site's errors.
 */
export async function generateThumbnail(
  site: SiteClient,
  { id: userId, token }: { id: string; token: string },
  prompt: string,
): Promise<{ id: string; url: string; previewURL: string | undefined }> {
  const body = { prompt, userId, generationId: randomUUID() };
  const { generationId: id } = await site.call('generateThumbnail', accepted, { token, body });
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const { status, url, previewURL, code } = await site.call('readThumbnail', generation, {
      token,
      params: { id },
    });
    if (status === 'succeeded' && url !== undefined) return { id, url, previewURL };
    if (status === 'failed') throw new UnexpectedAnswerError(`The generation failed: ${code ?? 'no code'}.`);
    await delay(POLL_MS);
  }
  throw new UnexpectedAnswerError(`The generation did not end within ${WAIT_MS / 60_000} minutes.`);
}
