// First, because a mock must be there before the modules that import what it replaces.
import './mock-sign-in.tsx';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { matchPath, MemoryRouter, useLocation } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { PACK_IDS, PACKS } from '../../../contract/packs.ts';
import { App } from '../../../web/src/app/app.tsx';
import { LAZY_PAGES } from '../../../web/src/app/lazy-pages.tsx';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { fakeFetch, json } from './fake-api.ts';
import type { FakeCall } from './fake-api.ts';
import { cognito, reauthentication } from './sign-in-stubs.ts';

// The whole site. Only the network, Amplify and the sign-in page are replaced.
export { cognito, reauthentication };
export const PACKS_ON_SALE = PACK_IDS.map((id) => ({ ...PACKS[id], priceId: `price_${id}` }));
export const ADA = { id: 'user-ada', email: 'ada@example.com' };
export const BOB = { id: 'user-bob', email: 'bob@example.com' };
export const CHECKOUT_URL = 'https://checkout.stripe.test/c/1';
const MODELS = [
  { id: 'core', label: 'Stable Image Core', cost: 1, strength: 'Fast' },
  { id: 'large', label: 'Stable Diffusion 3.5 Large', cost: 2, strength: 'Follows long prompts' },
];
const REFERENCE_MODELS = [
  { service: 'style', label: 'Style Guide', cost: 2 },
  { service: 'layout', label: 'Control Structure', cost: 2 },
];
export const CONFIG = {
  models: MODELS,
  references: { video: true, channel: false, images: true, cutouts: true, cutoutCost: 1 },
  referenceModels: REFERENCE_MODELS,
  promptAssistance: true,
  packs: PACKS_ON_SALE,
};
const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';

type Handler = (call: FakeCall) => Response | Error | Promise<Response>;

export const imageUrl = (id: string) => `https://images.test/${id}.png`;

const lastPart = (url: string) => url.split('/').at(-1) ?? '';

/** The responses of an API with one user, by operation. */
const HANDLERS = {
  config: () => json(CONFIG),
  account: () => json({ closed: true }),
  export: () => json({ account: { id: ADA.id }, ledger: [], purchases: [], thumbnails: [] }),
  purchases: () => json({ purchases: [] }),
  checkout: () => json({ checkoutUrl: CHECKOUT_URL }),
  credits: () => json({ credits: 5 }),
  list: () => json({ thumbnails: [] }),
  generations: () => json({ generations: [] }),
  read: ({ url }: FakeCall) =>
    json({ id: lastPart(url), status: 'succeeded', url: `${imageUrl(lastPart(url))}?fresh` }),
  delete: () => json({ deleted: true }),
  generate: ({ body }: FakeCall) => {
    const { generationId } = body as { generationId: string };
    return json({ imageURL: imageUrl(generationId), generationId });
  },
  video: ({ url }: FakeCall) => {
    const videoId = url.slice(-11);
    const thumbnailURL = `https://video.test/${videoId}.jpg`;
    return json({ kind: 'video', videoId, title: `Video ${videoId}`, author: 'Ada Studio', thumbnailURL });
  },
  improve: () => json({ prompt: 'A castle at dusk, seen from below' }),
  reference: () => json({ id: 'upload-1', upload: { url: 'https://uploads.test/1', headers: {} } }),
  cutouts: () => json({ cutouts: [] }),
  image: () => new Response('image'),
};

type Operation = keyof typeof HANDLERS;

const OPERATIONS: readonly (readonly [urlPrefix: string, operation: Operation, method?: string])[] = [
  ['/config.json', 'config'],
  ['/api/account/export', 'export'],
  ['/api/account', 'account'],
  ['/api/purchases', 'purchases'],
  ['/api/create-stripe-checkout', 'checkout'],
  ['/api/credits', 'credits'],
  ['/api/thumbnails?', 'list'],
  ['/api/generations', 'generations'],
  ['/api/thumbnails/', 'delete', 'DELETE'],
  ['/api/thumbnails/', 'read'],
  ['/api/generate-thumbnail', 'generate'],
  ['/api/video-reference', 'video'],
  ['/api/improve-prompt', 'improve'],
  ['/api/reference-images', 'reference'],
  ['/api/cutouts', 'cutouts'],
  ['https://images.test/', 'image'],
];

/** Replaces the network by an API with one user. A test may replace the response of an operation. */
export function fakeApi(handlers: Partial<Record<Operation, Handler>> = {}): FakeCall[] {
  return fakeFetch((call) => {
    const operation = OPERATIONS.find(
      ([prefix, , method]) => call.url.startsWith(prefix) && (method ?? call.method) === call.method,
    )?.[1];
    if (operation === undefined) throw new Error(`There is no fake response for ${call.url}`);
    return (handlers[operation] ?? HANDLERS[operation])(call);
  });
}

export const postCalls = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'POST');

export function openPage(path = '/') {
  return render(
    <StrictMode>
      <MemoryRouter initialEntries={[path]}>
        <App />
        <CurrentUrl />
      </MemoryRouter>
    </StrictMode>,
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

export function storeHistory(ids: string[], ownerId = ADA.id) {
  const entries = ids.map((id) => ({ id, url: imageUrl(id), userId: ownerId }));
  localStorage.setItem('thumbnailHistory', JSON.stringify(entries));
}

export function signIn(user = ADA) {
  act(() => sessionStore.set({ status: 'signed-in', user }));
}

export const setSession = (session: Parameters<typeof sessionStore.set>[0]) =>
  act(() => sessionStore.set(session));

/** Makes Amplify's sign-out end the session, as it does in the browser. */
export function mockSignOut() {
  onTestFinished(() => void cognito.signOut.mockReset());
  cognito.signOut.mockImplementation(() => {
    sessionStore.set(VISITOR);
    return Promise.resolve();
  });
}

/** Signs in and opens the home page. */
export function openHome(handlers: Parameters<typeof fakeApi>[0] = {}, storedIds: string[] = []) {
  const calls = fakeApi(handlers);
  storeHistory(storedIds);
  signIn();
  openPage();
  return calls;
}

export const promptInput = () => screen.getByPlaceholderText<HTMLTextAreaElement>(PLACEHOLDER);
export const typePrompt = (text: string) => fireEvent.change(promptInput(), { target: { value: text } });
export const generateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Generat/ });
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const pressGenerate = () => fireEvent.click(generateButton());
export const generate = (prompt = 'a castle') => {
  typePrompt(prompt);
  pressGenerate();
};
export const preview = () => screen.getByRole('region', { name: 'Preview' });
export const findImage = () => screen.findByAltText<HTMLImageElement>('Generated thumbnail');
export const previousButtons = () =>
  within(screen.getByRole('region', { name: 'Previous Thumbnails' })).queryAllByRole('button');
export const waitForPrevious = (count: number) =>
  waitFor(() => expect(previousButtons()).toHaveLength(count));
export const storedIds = () =>
  (JSON.parse(localStorage.getItem('thumbnailHistory') ?? '[]') as { id: string }[]).map(({ id }) => id);
