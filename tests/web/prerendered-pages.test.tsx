// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../web/plugins/render-pages.ts';
import { shownFirst } from '../../web/src/first-paints.ts';
import { LOADING, sessionStore, VISITOR } from '../../web/src/session/session-store.ts';
import { start } from '../../web/src/start.tsx';
import { fakeFetch, json } from './fake-api.ts';

// Amplify never answers here: what is looked at is what the page shows until it does.
vi.mock('../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => new Promise(() => undefined) }));

const { home: html, auth } = await renderPages();
const complaints = vi.spyOn(console, 'error');
let root: ReturnType<typeof start> | undefined;

const prompt = () => document.querySelector<HTMLInputElement>('input[type=text]');
const generate = () => document.querySelector<HTMLButtonElement>('button[type=submit]');

/** The browser opens the page: what it brings, the script at its top, something typed meanwhile, and the site's script. */
async function openHome({ typed = '' } = {}) {
  document.body.innerHTML = html;
  vi.resetModules();
  await import('../../web/src/choose-first-paint.ts');
  const painted = document.getElementById(shownFirst());
  const header = painted?.querySelector('header');
  const input = painted?.querySelector<HTMLInputElement>('input[type=text]');
  if (input && typed !== '') input.value = typed;

  root = start();
  // The models come once React has taken the page over.
  await vi.waitFor(() => expect(document.querySelector('option')).not.toBeNull());
  return { header };
}

beforeEach(() => {
  fakeFetch(() => json({ models: [{ id: 'core', label: 'Stable Image Core', cost: 1 }], packs: [] }));
  sessionStore.set(VISITOR);
});
afterEach(() => {
  root?.unmount();
  localStorage.clear();
  document.documentElement.removeAttribute('data-account');
  vi.unstubAllGlobals();
  const said = complaints.mock.calls.splice(0);
  expect(said).toEqual([]);
});

describe('the prerendered pages', () => {
  it.each([
    ['home', html],
    ['sign-in', auth],
  ])('(%s) have neither inline scripts nor styles, which the security policy forbids', (_name, page) => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(page).toContain('<main');
  });
});

describe('the prerendered sign-in page', () => {
  it('has the heading of the form that is on its way', () => {
    document.body.innerHTML = auth;

    expect(document.querySelector('main h1')?.textContent).toBe('Welcome back');
  });
});

describe('the prerendered home page', () => {
  it("is the visitor's, and stays as it was painted", async () => {
    const { header } = await openHome();

    expect([...document.querySelectorAll('header')]).toEqual([header]);
    expect(header?.textContent).toContain('Sign Up');
  });

  it("is the account's where someone may be signed in, and stays as it was painted", async () => {
    localStorage.setItem('CognitoIdentityServiceProvider.client-1.LastAuthUser', 'ada');
    sessionStore.set(LOADING);
    const { header } = await openHome();

    expect([...document.querySelectorAll('header')]).toEqual([header]);
    expect(header?.textContent).toContain('Sign Out');
    expect(header?.textContent).not.toContain('Sign Up');
  });

  it('shows the stored prompt, ready to be generated', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    await openHome();

    expect(prompt()?.value).toBe('a castle');
    expect(generate()?.disabled).toBe(false);
  });

  it('keeps what was typed before its script was there', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    await openHome({ typed: 'a dragon' });

    expect(prompt()?.value).toBe('a dragon');
    expect(generate()?.disabled).toBe(false);
    expect(localStorage.getItem('currentPrompt')).toBe('a dragon');
  });
});
