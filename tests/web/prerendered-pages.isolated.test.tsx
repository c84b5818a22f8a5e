import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../web/plugins/prerendered-pages.ts';
import { visibleHomeId } from '../../web/src/prerendered-homes.ts';
import { LOADING, sessionStore, VISITOR } from '../../web/src/session/session-store.ts';
import { start } from '../../web/src/start.tsx';
import { CONFIG, fakeFetch, json } from './support/fake-api.ts';

// Amplify never loads here: the tests look at the page until it does.
vi.mock('../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => new Promise(() => undefined) }));

const { home: html, auth, developers } = await renderPages();
const consoleErrors = vi.spyOn(console, 'error');
let root: Awaited<ReturnType<typeof start>> | undefined;

const prompt = () => document.querySelector<HTMLTextAreaElement>('textarea[placeholder^=Enter]');
const generate = () => document.querySelector<HTMLButtonElement>('button[type=submit]');

const field = (home: ParentNode, selector: string) =>
  home.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector) ?? expect.fail(selector);
const typeDragon = (home: Element) => {
  field(home, 'textarea[placeholder^=Enter]').value = 'a dragon';
};

/** An extension adds its button to each field. React cannot hydrate such a page, and says so. */
function insertNodes(home: Element): void {
  for (const input of home.querySelectorAll('textarea, input'))
    input.before(document.createElement('x-button'));
  consoleErrors.mockReturnValueOnce();
}

/** @returns whether React has rendered the page anew. No other test may have the error that it then reports. */
const isNewPage = (before: Element | null | undefined) =>
  consoleErrors.mock.calls.splice(0).length === 1 && before?.isConnected === false;

/** Opens the page as the browser does: its HTML, the head script, what the user enters meanwhile, the main script. */
async function openHome(enter?: (home: Element) => void) {
  document.body.innerHTML = html;
  vi.resetModules();
  await import('../../web/src/head-script.ts');
  const visibleHome = document.getElementById(visibleHomeId());
  const header = visibleHome?.querySelector('header');
  if (visibleHome) enter?.(visibleHome);

  root = await start();
  // The models arrive after the hydration.
  await vi.waitFor(() => expect(document.querySelector('option')).not.toBeNull(), { timeout: 30_000 });
  return { header };
}

beforeEach(() => {
  fakeFetch(() => json(CONFIG));
  sessionStore.set(VISITOR);
});
afterEach(() => {
  root?.unmount();
  history.replaceState(null, '', '/');
  document.documentElement.removeAttribute('data-account');
  const messages = consoleErrors.mock.calls.splice(0);
  expect(messages).toEqual([]);
});

describe('the prerendered pages', () => {
  it.each([
    ['home', html],
    ['sign-in', auth],
    ['developers', developers],
  ])(
    '(%s) contain neither inline scripts nor styles, which the content security policy forbids',
    (_name, page) => {
      expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
      expect(page).toContain('<main');
    },
  );
});

describe('the prerendered sign-in page', () => {
  it('contains the title of the form that loads', () => {
    document.body.innerHTML = auth;

    expect(document.querySelector('main h1')?.textContent).toBe('Welcome back');
    expect(document.querySelector('main')?.textContent).toContain('EmailPasswordSign in');
  });
});

describe('the prerendered page for developers', () => {
  it('is hydrated for a visitor when its code is there, and keeps its elements', async () => {
    const page = developers.replaceAll('https://site.invalid', location.origin);
    document.body.innerHTML = `<div id="root" data-prerendered>${page}</div>`;
    history.replaceState(null, '', '/developers');
    const main = document.querySelector('main');
    const content = main?.textContent;

    root = await start();

    await vi.waitFor(() => expect(document.title).toBe('Developers · Thumbforge'), { timeout: 30_000 });
    expect(content).toContain('POST /v1/thumbnails');
    expect([...document.querySelectorAll('main')]).toEqual([main]);
    expect(main?.textContent).toBe(content);
  });
});

describe('the prerendered home page', () => {
  it("is the visitor's, and hydration keeps its elements", async () => {
    const { header } = await openHome();

    expect([...document.querySelectorAll('header')]).toEqual([header]);
    expect(header?.textContent).toContain('Sign Up');
  });

  it("is the account's when a user may be signed in, and hydration keeps its elements", async () => {
    localStorage.setItem('CognitoIdentityServiceProvider.client-1.LastAuthUser', 'ada');
    sessionStore.set(LOADING);
    const { header } = await openHome();

    expect([...document.querySelectorAll('header')]).toEqual([header]);
    expect(header?.textContent).toContain('Sign Out');
    expect(header?.textContent).not.toContain('Sign Up');
  });

  it('shows the stored prompt and enables Generate', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    await openHome();

    await vi.waitFor(() => expect(prompt()?.value).toBe('a castle'), { timeout: 30_000 });
    expect(generate()?.disabled).toBe(false);
  });

  it('keeps a text that was typed before its script had loaded', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    await openHome(typeDragon);

    expect(prompt()?.value).toBe('a dragon');
    expect(generate()?.disabled).toBe(false);
    expect(localStorage.getItem('currentPrompt')).toBe('a dragon');
  });

  it('keeps the text and the focus of a field beside which an extension has inserted a node', async () => {
    const { header } = await openHome((home) => {
      insertNodes(home);
      typeDragon(home);
      field(home, 'textarea[placeholder^=Enter]').focus();
    });

    expect(isNewPage(header)).toBe(true);
    expect(prompt()?.value).toBe('a dragon');
    expect(document.activeElement).toBe(prompt());
    expect(localStorage.getItem('currentPrompt')).toBe('a dragon');
  });

  it('keeps the owner of the stored prompt for such a text while the session is loading', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem('currentPromptOwner', 'ada');
    localStorage.setItem('CognitoIdentityServiceProvider.client-1.LastAuthUser', 'ada');
    sessionStore.set(LOADING);
    await openHome(typeDragon);

    expect(localStorage.getItem('currentPrompt')).toBe('a dragon');
    expect(localStorage.getItem('currentPromptOwner')).toBe('ada');
  });

  it.each([
    ['', false],
    [', also when React renders the page anew', true],
  ])(
    'keeps a negative prompt, a number of images and files that were entered before its script had loaded%s',
    async (_, isChanged) => {
      localStorage.setItem('CognitoIdentityServiceProvider.client-1.LastAuthUser', 'ada');
      sessionStore.set(LOADING);
      const { header } = await openHome((home) => {
        if (isChanged) insertNodes(home);
        field(home, 'textarea[name=negative-prompt]').value = 'fog';
        home.querySelector<HTMLInputElement>('[aria-label="Three images"]')?.click();
        const files = [new File([], 'face.png', { type: 'image/png' })];
        Object.defineProperty(field(home, 'input[type=file]'), 'files', { value: files });
      });

      expect(await screen.findByText('Reference: not used')).toBeTruthy();
      expect(isNewPage(header)).toBe(isChanged);
      expect(field(document, 'textarea[name=negative-prompt]').value).toBe('fog');
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Three images' }).checked).toBe(true);
      expect(screen.getByText('3 credits')).toBeTruthy();
    },
  );
});
