// First, because a mock must be there before the modules that import what it replaces.
import './mock-sign-in.tsx';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { matchPath, MemoryRouter, useLocation } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import type { Brand } from '#contract/design/brand.ts';
import type { PurchaseState } from '#contract/endpoints/purchase-schemas.ts';
import type { ReadThumbnailResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { namePacks } from '#contract/packs.ts';
import { SITE_CONFIG_PATH } from '#contract/site-config.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import type { UpdateThumbnailResponse } from '#contract/endpoints/thumbnail-requests.ts';
import { App } from '../../../web/src/app/app.tsx';
import { LAZY_PAGES } from '../../../web/src/app/lazy-pages.tsx';
import { loadSendRequest } from '../../../web/src/api/request.ts';
import { loadRegistry } from '../../../web/src/generations/generations.ts';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { CONFIG, fakeFetch, findEndpoint, json } from './fake-api.ts';
import type { FakeCall, Handler, Handlers, Reply } from './fake-api.ts';
import { cognito, passwords, reauthentication } from './sign-in-stubs.ts';

// In the browser this code is there when the session has loaded (`session/user-code.ts`).
await Promise.all([loadSendRequest(), loadRegistry()]);

// The whole site. Only the network, Amplify and the sign-in page are replaced.
export { cognito, passwords, reauthentication };
export const ADA = { id: 'user-ada', email: 'ada@example.com' };
export const BOB = { id: 'user-bob', email: 'bob@example.com' };
export const CHECKOUT_URL = 'https://checkout.stripe.test/c/1';

export const imageUrl = (id: string) => `https://images.test/${id}.png`;

/** The fields of a thumbnail in every state. */
const createFields = (id: string) => ({
  id,
  prompt: `Prompt ${id}`,
  model: 'core',
  createdAt: '2026-11-22T10:00:00.000Z',
});

/** A generation that has succeeded, if nothing else is said. */
export const storedThumbnail = (
  id: string,
  changes: Partial<ReadThumbnailResponse> = {},
): ReadThumbnailResponse => ({
  ...createFields(id),
  status: 'succeeded',
  url: imageUrl(id),
  designVersion: 0,
  ...changes,
});

/** A thumbnail of the list. */
export const listedThumbnail = (id: string, changes: Partial<ThumbnailSummary> = {}): ThumbnailSummary => ({
  ...createFields(id),
  url: imageUrl(id),
  isFinished: false,
  mark: 'generated',
  width: 1280,
  height: 720,
  ...changes,
});

/** The id of a request's path. */
export const lastPart = ({ url }: FakeCall) => url.split('/').at(-1) ?? '';

/** The response to a generation that is ready. */
export const generated = (id: string) => json({ imageURL: imageUrl(id), generationId: id });

/** An API with one user. */
const HANDLERS: Handlers = {
  deleteAccount: () => json({ closed: true }),
  listPurchases: () => json({ purchases: [] }),
  confirmPurchase: () => json({ state: 'paid' }),
  createStripeCheckout: () => json({ checkoutUrl: CHECKOUT_URL }),
  readCredits: () => json({ credits: 5 }),
  listCreditHistory: () => json({ entries: [] }),
  listThumbnails: () => json({ thumbnails: [] }),
  listGenerations: () => json({ generations: [] }),
  listKeys: () => json({ keys: [], requiredPack: namePacks(({ apiKeys }) => apiKeys) }),
  listCutouts: () => json({ cutouts: [] }),
  readThumbnail: (call) =>
    json(storedThumbnail(lastPart(call), { url: `${imageUrl(lastPart(call))}?fresh` })),
  updateThumbnail: ({ body }) => {
    const values = Object.entries(body as object).filter(([, value]) => value !== null);
    return json(Object.fromEntries(values) as UpdateThumbnailResponse);
  },
  deleteThumbnail: () => json({ deleted: true }),
  cancelGeneration: () => json({ canceled: true }),
  generateThumbnail: ({ body }) => generated((body as { generationId: string }).generationId),
  saveDesign: ({ body }) => json({ version: (body as { version: number }).version + 1 }),
  readBrand: () => json({ brand: { colors: [], layouts: [] }, version: 0 }),
  saveBrand: ({ body }) => {
    const { brand, version } = body as { brand: Brand; version: number };
    return json({ brand, version: version + 1 });
  },
  readVideoReference: ({ url }) => {
    const videoId = url.slice(-11);
    const thumbnailURL = `https://video.test/${videoId}.jpg`;
    return json({ kind: 'video', videoId, title: `Video ${videoId}`, author: 'Ada Studio', thumbnailURL });
  },
  improvePrompt: () => json({ prompt: 'A castle at dusk, seen from below' }),
  suggestEdit: () => json({ suggestion: { kind: 'recolor', find: 'flags', prompt: 'red' } }),
  suggestConcepts: () =>
    json({
      concepts: ['One', 'Two', 'Three'].map((title) => ({
        title,
        headline: `HEADLINE ${title}`,
        prompt: `Prompt of ${title}`,
      })),
      left: 5,
    }),
  createReferenceImage: () =>
    json({ id: 'upload-1', upload: { url: 'https://uploads.test/1', headers: {} } }),
};

export interface SiteHandlers extends Handlers {
  /** The settings. */
  config?: Handler<Reply<SiteConfig>>;
  /** The files of images. */
  image?: Handler<Response>;
}

/** Replaces the network by an API with one user. A test may replace the response of an endpoint. */
export function fakeApi({
  config = () => json(CONFIG),
  image = () => new Response('image'),
  ...handlers
}: SiteHandlers = {}): FakeCall[] {
  return fakeFetch((call) => {
    if (call.url === SITE_CONFIG_PATH) return config(call);
    if (call.url.startsWith(imageUrl('').slice(0, -4))) return image(call);
    const name = findEndpoint(call);
    const handler = name && (handlers[name] ?? HANDLERS[name]);
    if (handler === undefined) throw new Error(`There is no fake response for ${call.method} ${call.url}`);
    return handler(call);
  });
}

export const postCalls = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'POST');

/** @param isStrict whether React runs effects and renders twice, as in development. `strict-mode.test.tsx` opens every page so. */
export function openPage(path = '/', { isStrict = false } = {}) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <CurrentUrl />
    </MemoryRouter>,
    { reactStrictMode: isStrict },
  );
}

/** Opens a page that is loaded lazily. Outside of `act` React would show its fallback for 300 ms. */
export async function openLazyPage(path: string): Promise<void> {
  const { pathname } = new URL(path, 'https://site.test');
  await act(async () => {
    openPage(path);
    await LAZY_PAGES.find((page) => matchPath(page.path, pathname) !== null)?.load();
  });
}

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output aria-label="Current URL">{pathname + search}</output>;
}

export const currentUrl = () => screen.getByLabelText('Current URL').textContent;

export function signIn(user = ADA) {
  act(() => sessionStore.set({ status: 'signed-in', user }));
}

export const setSession = (session: Parameters<typeof sessionStore.set>[0]) =>
  act(() => sessionStore.set(session));

/** Makes Amplify's sign-out end the session and its token, as it does in the browser. */
export function mockSignOut() {
  onTestFinished(() => {
    cognito.signOut.mockReset();
    cognito.readIdToken.mockResolvedValue('token');
  });
  cognito.signOut.mockImplementation(() => {
    cognito.readIdToken.mockResolvedValue(undefined);
    sessionStore.set(VISITOR);
    return Promise.resolve();
  });
}

/** Presses the first of the header's two sign-out buttons. The second button is in the menu of a narrow page, as is the only button of the finish page. */
export const pressSignOut = () => {
  for (const button of screen.getAllByRole('button', { name: 'Sign Out', hidden: true }).slice(0, 1))
    fireEvent.click(button);
};

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

export const purchase = (id: string, state: PurchaseState, createdAt = new Date().toISOString()) => ({
  id,
  pack: 'Starter',
  credits: 10,
  amount: 350,
  currency: 'gbp',
  state,
  createdAt,
});
