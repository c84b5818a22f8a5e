import * as z from 'zod/mini';
import { CodedError } from '../../platform/errors.ts';
import { logger } from '../../platform/logger.ts';
import { countReferenceFailure } from '../../platform/metrics.ts';

const MAX_CACHED = 500;

/**
 * Caches results in this execution environment for a time, in ms. Keeps at most 500 results. Does not keep errors.
 * @returns a function that returns the cached result of a key, or loads it.
 */
export function createMemoryCache<Result>(ttlMs: number) {
  // The oldest entry is first.
  const entries = new Map<string, { result: Promise<Result>; expiresAt: number }>();
  return async (key: string, load: () => Promise<Result>): Promise<Result> => {
    const cached = entries.get(key);
    if (cached !== undefined && cached.expiresAt > Date.now()) return cached.result;
    const result = load();
    entries.delete(key);
    entries.set(key, { result, expiresAt: Date.now() + ttlMs });
    const [oldest] = entries.keys();
    if (entries.size > MAX_CACHED && oldest !== undefined) entries.delete(oldest);
    try {
      return await result;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}

/** The address of the YouTube stand-in. Only the embedded cloud sets this address. */
const STAND_IN = process.env['YOUTUBE_URL'];

/** The only hosts that the functions call. `api` is the YouTube Data API, which is called only with a key. */
const ORIGINS = {
  site: STAND_IN ?? 'https://www.youtube.com',
  images: STAND_IN ?? 'https://i.ytimg.com',
  api: STAND_IN ?? 'https://www.googleapis.com',
} as const;

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 2_000_000;

interface YoutubeRequest {
  host: keyof typeof ORIGINS;
  /** The path, which starts with a slash. It contains only parsed ids, never text of the user. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The method of the request. @default GET */
  method?: 'HEAD';
  /** The expected statuses. Any other status is a failure. */
  statuses: readonly number[];
  signal: AbortSignal;
  /** The time limit for the headers and the body, in ms. @default 3000 */
  timeoutMs?: number;
}

export function buildYoutubeUrl({ host, path, query }: Pick<YoutubeRequest, 'host' | 'path' | 'query'>): URL {
  const url = new URL(path, ORIGINS[host]);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/**
 * Sends one request to YouTube. A redirect is a failure, so that no other host is ever called.
 * @throws CodedError `reference_unavailable`.
 */
export async function requestYoutube(request: YoutubeRequest): Promise<Response> {
  const { host, headers = {}, method = 'GET', statuses, signal, timeoutMs = TIMEOUT_MS } = request;
  const response = await fetch(buildYoutubeUrl(request), {
    method,
    // Lambda freezes the sandbox between invocations. YouTube may close a kept connection in this time.
    headers: { connection: 'close', ...headers },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((error: unknown) => {
    throw toConnectionError(error, host);
  });
  if (statuses.includes(response.status)) return response;
  await discardBody(response);
  throw reportFailure('status', { host, status: response.status });
}

/**
 * Reads a body of at most 2 MB.
 * @throws CodedError `reference_unavailable`, also if the content type does not match.
 */
export async function readBody(response: Response, contentType: RegExp): Promise<Buffer> {
  if (response.body === null || !contentType.test(response.headers.get('content-type') ?? '')) {
    await discardBody(response);
    throw reportContentFailure('another content type');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      // The end of the loop cancels the rest of the body.
      if (length > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw toConnectionError(error);
  }
  if (length > MAX_BYTES) throw reportContentFailure(`more than ${MAX_BYTES} bytes`);
  return Buffer.concat(chunks);
}

/** Reads a body as JSON. @throws CodedError `reference_unavailable` if the body is not JSON or does not match the schema. */
export async function readJson<Schema extends z.core.$ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await readBody(response, /^application\/json\b/);
  const { data, success } = z.safeParse(schema, parseJson(body));
  if (!success) throw reportContentFailure('another JSON');
  return data;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw reportContentFailure('not JSON');
  }
}

/** @param problem the problem with the body, but never the body itself. */
export function reportContentFailure(problem: string): CodedError {
  return reportFailure('content', { problem });
}

async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function toConnectionError(error: unknown, host?: string): CodedError {
  const name = error instanceof Error ? error.name : '';
  // The caller needs no more responses. This is not a failure of YouTube.
  if (name === 'AbortError') return new CodedError('reference_unavailable', { cause: error });
  return reportFailure(name === 'TimeoutError' ? 'timeout' : 'network', { host });
}

function reportFailure(
  reason: 'timeout' | 'network' | 'status' | 'content',
  details: { host?: string | undefined; status?: number; problem?: string },
): CodedError {
  logger.warn('youtube request failed', { reason, ...details });
  countReferenceFailure(reason);
  return new CodedError('reference_unavailable', { params: { reason: 'youtubeUnavailable' } });
}
