// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { ADA, api, open, promptInput, signIn, type } from './home-harness.tsx';

const BOB = { id: 'user-bob', email: 'bob@example.com' };
const shown = () => (promptInput() as HTMLInputElement).value;
const arrive = (session: Parameters<typeof sessionStore.set>[0]) => act(() => sessionStore.set(session));

describe("a user's prompt", () => {
  it('is not shown to another user, nor to a visitor', () => {
    api();
    signIn();
    const { unmount } = open();
    type('a secret castle');
    unmount();

    arrive(VISITOR);
    open();
    expect(shown()).toBe('');
    arrive({ status: 'signed-in', user: BOB });
    expect(shown()).toBe('');
  });

  it('is there again for the same user', () => {
    api();
    signIn();
    const { unmount } = open();
    type('a secret castle');
    unmount();

    arrive({ status: 'loading' });
    open();
    expect(shown()).toBe('a secret castle');
    arrive({ status: 'signed-in', user: ADA });
    expect(shown()).toBe('a secret castle');
  });

  it('may have been written before signing in, and is theirs from then on', async () => {
    api();
    open();
    type('a castle');
    arrive({ status: 'signed-in', user: ADA });
    expect(shown()).toBe('a castle');
    await screen.findByText(ADA.email);

    arrive({ status: 'signed-in', user: BOB });
    expect(shown()).toBe('');
    expect(localStorage.getItem('currentPrompt')).toBe('a castle');
  });
});
