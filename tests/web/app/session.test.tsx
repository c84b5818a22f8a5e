import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expiredSession, json, refusal, deferredReply } from '../support/fake-api.ts';
import { LOADING, VISITOR } from '../../../web/src/session/session-store.ts';
import * as home from '../support/home.ts';
import { cognito } from '../support/sign-in-stubs.ts';
import {
  ADA,
  BOB,
  currentUrl,
  fakeApi,
  listedThumbnail,
  mockSignOut,
  openLazyPage,
  openPage,
  press,
  setSession,
  signIn,
} from '../support/site.tsx';

const signedIn = (user: typeof ADA) => ({ status: 'signed-in', user }) as const;
const pressSignOut = () => fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));

describe('the page of a visitor', () => {
  it('has links to sign in and sign up, but no balance, negative prompt or history', () => {
    fakeApi();
    document.documentElement.setAttribute('data-link', '');
    openPage();

    expect(document.documentElement.hasAttribute('data-link')).toBe(false);
    expect(document.querySelector('.viewer-actions')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/auth?view=sign_up');
    expect(screen.queryByLabelText('Negative prompt')).toBeNull();
    expect(screen.queryByText('Previous Thumbnails')).toBeNull();
    expect(screen.getByText('Your thumbnail will appear here')).toBeTruthy();
  });

  it.each([
    ['in turn', false, ['setup', 'castle']],
    ['still under reduced motion', true, ['face', 'face']],
  ])('shows the examples %s, until the visitor chooses one', async (_, isReduced, expected) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
    fakeApi();
    openPage();
    const shown = () => document.querySelector('.viewer-example img')?.getAttribute('src');
    for (const image of expected) {
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(shown()).toContain(image);
    }
    press('Programming tutorial with code and a laptop');

    expect(home.promptInput().value).toBe('Programming tutorial with code and a laptop');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(shown()).toBe('/examples/laptop.webp');
    expect(home.preview().textContent).toContain('Example: Programming tutorial with code and a laptop');
  });

  it.each(['/account?code=246810', '/thumbnails', '/thumbnails/g1'])(
    'is the sign-in page instead of %s, which needs a session',
    async (path) => {
      fakeApi();
      await openLazyPage(path);

      expect(await screen.findByText('The sign-in page')).toBeTruthy();
      expect(currentUrl()).toBe('/auth');
      expect(screen.getByText(`It leads to ${path}`)).toBeTruthy();
    },
  );

  it('shows the not-found page for an unknown path', () => {
    fakeApi();
    openPage('/nowhere');

    expect(screen.getByText('404')).toBeTruthy();
    expect(screen.getByRole('contentinfo').textContent).toBe('ThumbforgeDevelopersSupport');
    expect(screen.getByText('Oops! Page not found')).toBeTruthy();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });
});

describe('the prompt', () => {
  it('takes the text of an example, also where the browser refuses the command that can be undone', () => {
    fakeApi();
    openPage();
    fireEvent.click(screen.getByRole('button', { name: 'Build tutorial with a castle' }));

    expect(home.promptInput().value).toBe('Build tutorial with a castle');
    expect(document.activeElement).toBe(home.promptInput());
  });

  it('survives a reload, also while the session is loading', () => {
    home.openHome();
    home.typePrompt('a secret castle');
    cleanup();

    setSession(LOADING);
    openPage();
    expect(home.promptInput().value).toBe('a secret castle');
    setSession(signedIn(ADA));
    expect(home.promptInput().value).toBe('a secret castle');
  });

  it('of one user is not shown to another user or to a visitor', () => {
    home.openHome();
    home.typePrompt('a secret castle');
    cleanup();

    setSession(VISITOR);
    openPage();
    expect(home.promptInput().value).toBe('');
    setSession(signedIn(BOB));
    expect(home.promptInput().value).toBe('');
  });

  it('that one user edits while the session is loading is not shown to the next user', () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem('currentPromptOwner', ADA.id);
    fakeApi();
    setSession(LOADING);
    openPage();
    home.typePrompt('a secret castle');

    setSession(signedIn(BOB));
    expect(home.promptInput().value).toBe('');
    expect(localStorage.getItem('currentPromptOwner')).toBe(ADA.id);
  });

  it('of a visitor belongs to the user who signs in next, and to no other', async () => {
    fakeApi();
    openPage();
    home.typePrompt('a castle');
    setSession(signedIn(ADA));
    expect(home.promptInput().value).toBe('a castle');
    await screen.findByRole('button', { name: ADA.email });
    expect(localStorage.getItem('currentPromptOwner')).toBe(ADA.id);

    setSession(signedIn(BOB));
    expect(home.promptInput().value).toBe('');
    expect(localStorage.getItem('currentPrompt')).toBe('a castle');
  });

  it('leaves no owner in storage when it is empty', () => {
    home.openHome();
    home.typePrompt('a castle');
    expect(localStorage.getItem('currentPromptOwner')).toBe(ADA.id);
    home.typePrompt('');

    expect(localStorage.getItem('currentPrompt')).toBeNull();
    expect(localStorage.getItem('currentPromptOwner')).toBeNull();
  });
});

it.each<[what: string, signInAnew: () => void]>([
  ['of one user is not shown to the next user', () => setSession(signedIn(BOB))],
  [
    'is not shown to the user who signs in again',
    () => {
      setSession(VISITOR);
      cleanup();
      signIn();
      openPage();
    },
  ],
])('the balance %s until it is read again', async (_, signInAnew) => {
  const secondBalance = deferredReply<'readCredits'>();
  const responses = [json({ credits: 41 })];
  home.openHome({ readCredits: () => responses.shift() ?? secondBalance.promise });
  await screen.findByText('41');

  signInAnew();
  expect(screen.queryByText('41')).toBeNull();
  secondBalance.resolve(json({ credits: 7 }));
  expect(await screen.findByText('7')).toBeTruthy();
});

it("a page that Back brings from the browser's cache reads the session again", async () => {
  const read = vi.spyOn(cognito, 'updateSession');
  read.mockImplementationOnce(() => {
    setSession(signedIn(BOB));
    return Promise.resolve();
  });
  onTestFinished(() => read.mockRestore());
  home.openHome();
  expect(screen.getAllByText(ADA.email)).not.toEqual([]);
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

  expect(await screen.findAllByText(BOB.email)).not.toEqual([]);
  expect(screen.queryByText(ADA.email)).toBeNull();
});

describe('signing out', () => {
  it('opens the sign-in page and removes the data of the user from the browser', async () => {
    mockSignOut();
    localStorage.setItem('currentPrompt', 'a castle');
    for (const kind of ['sign_up', 'reset'])
      localStorage.setItem(`pendingCode.${kind}`, JSON.stringify({ email: ADA.email, requestedAt: 1 }));
    sessionStorage.setItem('pendingCode.magic_link', JSON.stringify({ email: ADA.email, requestedAt: 1 }));
    home.openHome({}, ['a']);
    await home.waitForPrevious(1);
    pressSignOut();

    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(await screen.findByText('Signed out successfully!')).toBeTruthy();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('does not store thumbnails that arrive after it', async () => {
    mockSignOut();
    const list = deferredReply<'listThumbnails'>();
    home.openHome({ listThumbnails: () => list.promise });
    pressSignOut();
    await screen.findByText('Signed out successfully!');
    list.resolve(json({ thumbnails: [listedThumbnail('a')] }));
    await waitFor(() => expect(currentUrl()).toBe('/auth'));

    expect(home.storedIds()).toEqual([]);
  });

  it.each([
    ['expired', expiredSession, 'Your session has ended. Please sign in again.'],
    [
      'belongs to an account that was deleted elsewhere',
      () => refusal('unauthorized', { params: { reason: 'accountDeleted' } }),
      'This account has been deleted.',
    ],
  ])('happens with a reason when the session %s', async (_case, reply, message) => {
    mockSignOut();
    home.openHome({ readCredits: reply, listThumbnails: reply });
    home.typePrompt('a castle');

    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(localStorage.getItem('currentPrompt')).toBe('a castle');
  });
});
