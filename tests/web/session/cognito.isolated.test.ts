import { fetchAuthSession } from 'aws-amplify/auth';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { updateSession } from '../../../web/src/session/cognito.ts';
import { LOADING, sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { addUserCode } from '../../../web/src/session/user-code.ts';

vi.mock('aws-amplify/auth', () => ({ fetchAuthSession: vi.fn(), signOut: vi.fn() }));

const ADA = { status: 'signed-in', user: { id: 'user-ada', email: 'ada@example.com' } } as const;

/** The session that Amplify reads from its tokens. */
function mockTokens(payload?: { sub: string; email?: string }): void {
  const token = payload && { payload, toString: () => 'token' };
  vi.mocked(fetchAuthSession).mockResolvedValue(
    token === undefined ? {} : { tokens: { accessToken: token, idToken: token } },
  );
}
const loseConnection = () => vi.mocked(fetchAuthSession).mockRejectedValue(new Error('Network error'));

afterEach(() => sessionStore.set(VISITOR));

describe('the session', () => {
  it.each([
    ['the user of the id token', { sub: 'user-ada', email: 'ada@example.com' }, ADA],
    [
      'an empty address when the token has none',
      { sub: 'user-ada' },
      { ...ADA, user: { id: 'user-ada', email: '' } },
    ],
    ['a visitor without tokens', undefined, VISITOR],
  ])('has %s', async (_, payload, session) => {
    sessionStore.set(LOADING);
    mockTokens(payload);

    await updateSession();

    expect(sessionStore.get()).toEqual(session);
  });

  it('begins when its code has loaded or cannot be loaded, and a visitor loads no code', async () => {
    let loaded: () => void = () => undefined;
    const load = vi
      .fn<() => Promise<void>>()
      .mockImplementationOnce(() => new Promise((resolve) => (loaded = resolve)))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue();
    addUserCode(load);
    const seen = () => [load.mock.calls.length, sessionStore.get().status];
    mockTokens();
    await updateSession();
    const visitor = seen();
    mockTokens({ sub: ADA.user.id, email: ADA.user.email });
    const updated = updateSession();
    await vi.waitFor(() => expect(load).toHaveBeenCalled());
    const waiting = seen();
    loaded();
    await updated;
    const signedIn = seen();
    sessionStore.set(VISITOR);
    await updateSession();

    expect([visitor, waiting, signedIn, seen()]).toEqual([
      [0, 'visitor'],
      [1, 'visitor'],
      [1, 'signed-in'],
      [2, 'signed-in'],
    ]);
  });

  it('has the new address of a user who changed it', async () => {
    sessionStore.set(ADA);
    mockTokens({ sub: 'user-ada', email: 'lovelace@example.com' });

    await updateSession();

    expect(sessionStore.get()).toMatchObject({ user: { email: 'lovelace@example.com' } });
  });

  it('of a signed-in user continues when Cognito does not respond', async () => {
    sessionStore.set(ADA);
    loseConnection();

    await updateSession();

    expect(sessionStore.get()).toEqual(ADA);
  });

  it('stays ended when a read that began before the sign-out ends after it', async () => {
    sessionStore.set(ADA);
    let answer: () => void = () => undefined;
    const token = { payload: { sub: ADA.user.id }, toString: () => 'token' };
    const early = new Promise<void>((resolve) => (answer = resolve));
    vi.mocked(fetchAuthSession).mockImplementationOnce(async () => {
      await early;
      return { tokens: { accessToken: token, idToken: token } };
    });
    const before = updateSession();
    mockTokens();
    await updateSession();
    answer();
    await before;

    expect(sessionStore.get()).toEqual(VISITOR);
  });

  it('comes from the earlier read if the later read fails', async () => {
    sessionStore.set(LOADING);
    mockTokens({ sub: 'user-ada', email: 'ada@example.com' });
    const earlier = updateSession();
    loseConnection();
    await Promise.all([earlier, updateSession()]);

    expect(sessionStore.get()).toEqual(ADA);
  });

  it('that is loading becomes the session of a visitor when Cognito does not respond', async () => {
    sessionStore.set(LOADING);
    loseConnection();

    await updateSession();

    expect(sessionStore.get()).toEqual(VISITOR);
  });
});
