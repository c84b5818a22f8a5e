import type { Page, Request, Route } from '@playwright/test';
import type { ErrorBody } from '../../../contract/errors.ts';

export const GENERATE = '/api/generate-thumbnail';
export const CHECKOUT = '/api/create-stripe-checkout';
export const CREDITS = '/api/credits';
export const PURCHASES = '/api/purchases';

/** Calls on their way that wait to be let through. */
export interface Held {
  /** Resolves when the page has made the first one. */
  arrived: Promise<Request>;
  /** Lets them, and those after them, through. */
  release: () => void;
}

/** Keeps calls to a path waiting, so that what the page shows meanwhile can be looked at. */
export async function hold(page: Page, path: string): Promise<Held> {
  let arrive: (request: Request) => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<Request>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route, request) => {
    arrive(request);
    await released;
    await route.continue();
  });
  return { arrived, release };
}

/** Counts the calls to a path, whatever their method. */
export function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** Answers every call to a path in the API's place. */
export async function answer(page: Page, path: string, body: unknown, status = 200): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));
}

/** Answers every call to a path with an error of the API. */
export async function refuse(page: Page, path: string, error: Omit<ErrorBody, 'requestId'>): Promise<void> {
  await answer(page, path, { ...error, requestId: 'rehearsed' }, 500);
}

/** Answers a call as the API does, with something put in the place of fields of its own. */
export async function retouch(route: Route, fields: Record<string, unknown>): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as Record<string, unknown>;
  await route.fulfill({ response, json: { ...body, ...fields } });
}
