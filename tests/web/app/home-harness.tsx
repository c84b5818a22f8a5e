import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App } from '../../../web/src/app/app.tsx';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { fakeFetch, json } from '../fake-api.ts';
import type { FakeCall } from '../fake-api.ts';

// The whole site in a page: only the network, Amplify and the sign-in page are stood in for.
const cognito = vi.hoisted(() => ({
  readIdToken: () => Promise.resolve('token'),
  followSession: () => Promise.resolve(),
  signOut: vi.fn(() => Promise.resolve()),
}));
vi.mock('../../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => Promise.resolve(cognito) }));
vi.mock('../../../web/src/auth/auth-page.tsx', () => ({ default: () => <h1>The sign-in page</h1> }));

export const ADA = { id: 'user-ada', email: 'ada@example.com' };
const MODELS = [
  { id: 'core', label: 'Stable Image Core', cost: 1 },
  { id: 'large', label: 'Stable Diffusion 3.5 Large', cost: 2 },
];
const PLACEHOLDER = 'Enter thumbnail idea or YouTube channel / video to use as reference';

type Handler = (call: FakeCall) => Response | Error | Promise<Response>;

/** An API with one user, her balance and her thumbnails; each route can be given another answer. */
export function api(routes: Partial<Record<'generate' | 'credits' | 'list' | 'read', Handler>> = {}) {
  const generate: Handler = ({ body }) => {
    const { generationId } = body as { generationId: string };
    return json({ imageURL: `https://images.test/${generationId}.png`, generationId });
  };
  const read: Handler = ({ url }) => {
    const id = url.split('/').at(-1) ?? '';
    return json({ id, status: 'succeeded', url: `https://images.test/${id}.png?fresh` });
  };
  return fakeFetch((call) => {
    if (call.url === '/config.json') return json({ models: MODELS });
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
      </MemoryRouter>
    </StrictMode>,
  );
}

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
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
