// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADA, address, api, cognito, open, openLoaded, signIn, signOutWorks } from '../app/home-harness.tsx';
import { deferred, json, lostConnection, refusal } from '../fake-api.ts';
import type { FakeCall } from '../fake-api.ts';

const deletions = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'DELETE');
const dialog = () => screen.findByRole('dialog', { name: 'Delete your account?' });
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: `Type ${ADA.email} to confirm` });
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const confirmButton = async () =>
  within(await dialog()).getByRole<HTMLButtonElement>('button', { name: /^Delet/ });

async function openDialog(routes?: Parameters<typeof api>[0]) {
  const calls = api(routes);
  signOutWorks();
  signIn(['a']);
  await openLoaded('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  await dialog();
  return calls;
}

async function confirm() {
  type(ADA.email);
  fireEvent.click(await confirmButton());
}

describe('the account page', () => {
  it('is where the address in the header leads, and tells address and balance', async () => {
    api({ credits: () => json({ credits: 1 }) });
    signIn();
    open();

    fireEvent.click(screen.getByRole('link', { name: ADA.email }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeTruthy();
    expect(await screen.findByText('1 credit')).toBeTruthy();
    expect(screen.getByText(ADA.email)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buy Credits' }).getAttribute('href')).toBe('/buy-credits');
  });

  it('sends a visitor to sign in', async () => {
    api();
    await openLoaded('/account');

    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(address()).toBe('/auth');
  });
});

describe('the question', () => {
  it('says what goes, with the number of credits, and what stays', async () => {
    await openDialog();

    const words = (await dialog()).textContent;
    expect(words).toContain('Your pictures and prompts, the 5 credits you have left, and your sign-in.');
    expect(words).toContain('Records of credits and payments, without your name or address.');
    expect(words).toContain('Stripe keeps its own');
    expect(words).toContain('welcome credits are given once');
  });

  it('names no number where the balance could not be read', async () => {
    await openDialog({ credits: () => lostConnection() });

    expect((await dialog()).textContent).toContain('the credits you have left');
  });

  it.each(['', '   ', 'delete', 'ada@example.co', 'bob@example.com'])(
    'does not take "%s" for a yes',
    async (text) => {
      const calls = await openDialog();
      type(text);

      expect((await confirmButton()).disabled).toBe(true);
      fireEvent.submit(input());
      expect(deletions(calls)).toEqual([]);
    },
  );

  it.each([ADA.email, ` ${ADA.email} `, 'Ada@Example.COM'])('takes "%s" for a yes', async (text) => {
    const calls = await openDialog();
    type(text);

    expect((await confirmButton()).disabled).toBe(false);
    fireEvent.submit(input());
    await waitFor(() => expect(deletions(calls)).toHaveLength(1));
  });

  it('can be left: nothing is asked of the server', async () => {
    const calls = await openDialog();
    type(ADA.email);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletions(calls)).toEqual([]);
  });
});

describe('the deletion', () => {
  it('says so while it waits, and takes no second yes', async () => {
    const answer = deferred<Response>();
    const calls = await openDialog({ account: () => answer.promise });
    await confirm();

    expect((await confirmButton()).textContent).toBe(' Deleting...');
    expect((await confirmButton()).disabled).toBe(true);
    expect(input().disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    fireEvent.submit(input());
    expect(deletions(calls)).toHaveLength(1);
    expect(cognito.signOut).not.toHaveBeenCalled();
    answer.resolve(json({ closed: true }));
    await waitFor(() => expect(cognito.signOut).toHaveBeenCalledOnce());
  });

  it('ends the session, leads to the sign-in page, and leaves nothing in the browser', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem('currentPromptOwner', ADA.id);
    sessionStorage.setItem('pendingGeneration', JSON.stringify({ userId: ADA.id }));
    sessionStorage.setItem('openedCheckout', JSON.stringify({ userId: ADA.id, credits: 10 }));
    await openDialog();
    await confirm();

    expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(address()).toBe('/auth');
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    [
      'the server fails',
      () => refusal(500, 'internal', 'Something went wrong on our side.'),
      'Deleting your account has not finished: Something went wrong on our side. Please try again.',
    ],
    [
      'the connection is lost',
      () => lostConnection(),
      'The connection was lost before we heard that your account is deleted. Please try again.',
    ],
  ])(
    'where %s says what to do next, stays signed in, and can be tried again',
    async (_, failure, message) => {
      const answers = [failure, () => json({ closed: true })];
      const calls = await openDialog({ account: () => (answers.shift() ?? failure)() });
      await confirm();

      expect(await screen.findAllByText(message)).toHaveLength(1);
      expect(cognito.signOut).not.toHaveBeenCalled();
      expect(screen.queryByText('Your account has been deleted.')).toBeNull();
      await dialog();

      await confirm();
      expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
      expect(deletions(calls)).toHaveLength(2);
    },
  );

  it('says of an ended session only why it has ended', async () => {
    await openDialog({ account: () => json({ message: 'Unauthorized' }, 401) });
    await confirm();

    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(screen.queryByText(/has not finished/)).toBeNull();
  });
});

describe('a session whose account was deleted elsewhere', () => {
  it('ends, and says why', async () => {
    api({ credits: () => refusal(401, 'unauthorized', 'This account has been deleted.') });
    signOutWorks();
    signIn();
    open();

    expect(await screen.findByText('This account has been deleted.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
  });
});
