import type { Page, Request, Route } from '@playwright/test';
import type { ErrorBody } from '#contract/errors.ts';

export const GENERATE = '/api/generate-thumbnail';
export const CHECKOUT = '/api/create-stripe-checkout';
export const CREDITS = '/api/credits';
export const PURCHASES = '/api/purchases';

/**
 * Holds requests to a URL pattern or path, so that a test can inspect the page while it waits.
 * @returns `arrived` resolves with the first request. `release` continues these requests, and lets later ones pass.
 */
export async function holdRequests(page: Page, path: string) {
  let arrive: (request: Request) => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<Request>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path.startsWith('/') ? `**${path}` : path, async (route, request) => {
    arrive(request);
    await released;
    await route.fallback();
  });
  return { arrived, release };
}

/** Counts the requests to a path, with any method. */
export function countRequests(page: Page, path: string): () => number {
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests += 1;
  });
  return () => requests;
}

/** Fulfills every request to a path with this response instead of the API's. */
export async function mockResponse(page: Page, path: string, body: unknown, status = 200): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));
}

/** Fulfills every request to a path with an error of the API. */
export async function mockError(
  page: Page,
  path: string,
  error: Partial<ErrorBody> & Pick<ErrorBody, 'code'>,
): Promise<void> {
  await mockResponse(page, path, { ...error, requestId: 'test' }, 500);
}

/** Fulfills a request with the API's response, in which some fields are replaced. */
export async function overrideResponse(route: Route, fields: Record<string, unknown>): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as Record<string, unknown>;
  await route.fulfill({ response, json: { ...body, ...fields } });
}
