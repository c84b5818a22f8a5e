import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { PACK_IDS, PACKS } from '../../../contract/packs.ts';
import { App } from '../../../web/src/app/app.tsx';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { fakeFetch, json } from '../fake-api.ts';
import type { FakeCall } from '../fake-api.ts';
import { loaded } from '../loaded.ts';

// The whole site in a page: only the network, Amplify and the sign-in page are stood in for.
const cognito = vi.hoisted(() => ({
  readIdToken: () => Promise.resolve('token'),
  followSession: () => Promise.resolve(),
  signOut: vi.fn(() => Promise.resolve()),
}));
vi.mock('../../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => Promise.resolve(cognito) }));
vi.mock('../../../web/src/auth/auth-page.tsx', () => ({ default: () => <h1>The sign-in page</h1> }));

export const PACKS_ON_SALE = PACK_IDS.map((id) => ({ ...PACKS[id], priceId: `price_${id}` }));
export const ADA = { id: 'user-ada', email: 'ada@example.com' };
const MODELS = [
  { id: 'core', label: 'Stable Image Core', cost: 1 },
  { id: 'large', label: 'Stable Diffusion 3.5 Large', cost: 2 },
];
export const CHECKOUT_URL = 'https://checkout.stripe.test/c/1';
const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';

type Route = 'config' | 'generate' | 'credits' | 'list' | 'read' | 'purchases' | 'checkout' | 'account';
type Handler = (call: FakeCall) => Response | Error | Promise<Response>;

/** An API with one user, her balance and her thumbnails; each route can be given another answer. */
export function api(routes: Partial<Record<Route, Handler>> = {}) {
  const generate: Handler = ({ body }) => {
    const { generationId } = body as { generationId: string };
    return json({ imageURL: `https://images.test/${generationId}.png`, generationId });
  };
  const read: Handler = ({ url }) => {
    const id = url.split('/').at(-1) ?? '';
    return json({ id, status: 'succeeded', url: `https://images.test/${id}.png?fresh` });
  };
  const config: Handler = () => json({ models: MODELS, packs: PACKS_ON_SALE });
  const checkout: Handler = () => json({ checkoutUrl: CHECKOUT_URL });
  return fakeFetch((call) => {
    if (call.url === '/config.json') return (routes.config ?? config)(call);
    if (call.url === '/api/account') return (routes.account ?? (() => json({ closed: true })))(call);
    if (call.url === '/api/purchases') return (routes.purchases ?? (() => json({ purchases: [] })))(call);
    if (call.url === '/api/create-stripe-checkout') return (routes.checkout ?? checkout)(call);
    if (call.url === '/api/credits') return (routes.credits ?? (() => json({ credits: 5 })))(call);
    if (call.url.startsWith('/api/thumbnails?'))
      return (routes.list ?? (() => json({ thumbnails: [] })))(call);
    if (call.url.startsWith('/api/thumbnails/')) return (routes.read ?? read)(call);
    return (routes.generate ?? generate)(call);
  });
}

export const posts = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'POST');

export function open(path = '/') {
  return render(
    <StrictMode>
      <MemoryRouter initialEntries={[path]}>
        <App />
        <Address />
      </MemoryRouter>
    </StrictMode>,
  );
}

/** Opens a page that is loaded when it is asked for. */
export function openLoaded(path: string): Promise<void> {
  return loaded(
    () => open(path),
    () => import('../../../web/src/buying/buy-credits-page.tsx'),
    () => import('../../../web/src/account/account-page.tsx'),
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

/** Where the browser is. */
export const address = () => screen.getByLabelText('Address').textContent;

export function signIn(storedIds: string[] = [], owner = ADA.id) {
  const entries = storedIds.map((id) => ({ id, url: `https://images.test/${id}.png`, userId: owner }));
  localStorage.setItem('thumbnailHistory', JSON.stringify(entries));
  sessionStore.set({ status: 'signed-in', user: ADA });
}

export const promptInput = () => screen.getByPlaceholderText(PLACEHOLDER);
export const type = (text: string) => fireEvent.change(promptInput(), { target: { value: text } });
export const generateButton = () => screen.getByRole('button', { name: /^Generat/ });
export const pressGenerate = () => fireEvent.click(generateButton());
export const previous = () =>
  within(screen.getByRole('region', { name: 'Previous Thumbnails' })).queryAllByRole('button');
export const previousThere = (count: number) => waitFor(() => expect(previous()).toHaveLength(count));
export const picture = () => screen.findByAltText('Generated thumbnail');
export const storedIds = () =>
  (JSON.parse(localStorage.getItem('thumbnailHistory') ?? '[]') as { id: string }[]).map(({ id }) => id);

export { cognito };

/** What Amplify's sign-out comes to: the session store hears that nobody is there. */
export function signOutWorks() {
  cognito.signOut.mockImplementation(() => {
    sessionStore.set(VISITOR);
    return Promise.resolve();
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.set(VISITOR);
});
afterEach(() => {
  toast.dismiss(); // Sonner's toasts outlive the page.
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
