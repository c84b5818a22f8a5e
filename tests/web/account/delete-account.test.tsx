import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeHistory } from '../support/home.ts';
import {
  ADA,
  cognito,
  currentUrl,
  fakeApi,
  mockSignOut,
  openLazyPage,
  reauthentication,
  signIn,
} from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';
import { json, lostConnection, refusal, deferredReply } from '../support/fake-api.ts';
import { readSiteConfig } from '../../../web/src/lib/read-site-config.ts';
import type { FakeCall } from '../support/fake-api.ts';

const deletions = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'DELETE');
const dialog = () => screen.findByRole('dialog', { name: 'Delete your account?' });
const input = () => screen.getByLabelText<HTMLInputElement>(/^Type .*to confirm$/);
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const secretInput = () => screen.getByLabelText<HTMLInputElement>(/^(Password|Code from the email)$/);
const typeSecret = (text: string) => fireEvent.change(secretInput(), { target: { value: text } });
const confirmButton = async () =>
  within(await dialog()).getByRole<HTMLButtonElement>('button', { name: /^Delet/ });

afterEach(() => {
  vi.clearAllMocks();
});

async function openDialog(handlers?: SiteHandlers, user = ADA) {
  const calls = fakeApi(handlers);
  mockSignOut();
  storeHistory(['a']);
  signIn(user);
  await openLazyPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  await dialog();
  return calls;
}

async function confirm() {
  type(ADA.email);
  typeSecret('correct horse 7');
  // A message about a failure can come before the end of the attempt.
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  fireEvent.click(await confirmButton());
}

describe('the dialog before deleting an account', () => {
  it('lists what is deleted, with the number of credits, and what is kept', async () => {
    await openDialog();

    const list = await dialog();
    await within(list).findByText(/, the 5 credits you have left and/);
    const words = list.textContent;
    expect(words).toContain('Your thumbnails, prompts, the 5 credits you have left and sign-in.');
    expect(words).toContain('Records of credits and payments, without your name or address.');
    expect(words).toContain('Stripe keeps its own');
    expect(words).toContain(
      'free credits are given once, and a dispute, credits that are due or a suspension count for a new account.',
    );
  });

  it('shows no number of credits when the balance could not be read', async () => {
    await openDialog({ readCredits: () => lostConnection() });

    expect((await dialog()).textContent).toContain('the credits you have left');
  });

  it.each(['', '   ', 'delete', 'ada@example.co', 'bob@example.com'])(
    'does not accept "%s" as a confirmation',
    async (text) => {
      const calls = await openDialog();
      type(text);
      typeSecret('correct horse 7');

      expect((await confirmButton()).disabled).toBe(true);
      fireEvent.submit(input());
      expect(deletions(calls)).toEqual([]);
    },
  );

  it.each([ADA.email, ` ${ADA.email} `, 'Ada@Example.COM'])(
    'accepts "%s" as a confirmation',
    async (text) => {
      const calls = await openDialog();
      type(text);
      expect((await confirmButton()).disabled).toBe(true);
      typeSecret('correct horse 7');

      expect((await confirmButton()).disabled).toBe(false);
      fireEvent.submit(input());
      await waitFor(() => expect(deletions(calls)).toHaveLength(1));
    },
  );

  it('sends nothing when it is cancelled, and is empty when it opens again', async () => {
    const calls = await openDialog();
    type(ADA.email);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletions(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    expect(input().value).toBe('');
    expect(secretInput().value).toBe('');
  });

  it.each(['', '   '])('does not accept "%s" when the address of the account is unknown', async (text) => {
    const calls = await openDialog({}, { ...ADA, email: '' });
    type(text);

    expect((await confirmButton()).disabled).toBe(true);
    fireEvent.submit(input());
    expect(deletions(calls)).toEqual([]);
  });

  it.each([
    [0, ''],
    [1, ', the 1 credit you have left'],
  ])('describes a balance of %i as "%s"', async (credits, words) => {
    await openDialog({ readCredits: () => json({ credits }) });
    await screen.findByText(`${credits} credit${credits === 1 ? '' : 's'}`);

    expect((await dialog()).textContent).toContain(`prompts${words} and`);
  });
});

describe('the new sign-in before a deletion', () => {
  const CODE_BUTTON = 'Use a code sent to my email instead';

  it('uses the typed password, and its token authorizes the deletion', async () => {
    const calls = await openDialog();
    await confirm();

    await waitFor(() => expect(deletions(calls)).toHaveLength(1));
    expect(reauthentication.signInAgain).toHaveBeenCalledExactlyOnceWith(ADA.email, 'correct horse 7');
    expect(deletions(calls)[0]?.authorization).toBe('Bearer fresh token');
    expect(screen.queryByRole('button', { name: CODE_BUTTON })).toBeNull();
  });

  it.each([
    [3, 1],
    [5, 2],
  ])('is used for another attempt for less than five minutes: after %i, %i', async (minutes, signIns) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const calls = await openDialog({ deleteAccount: () => lostConnection() });
    await confirm();
    await screen.findByText(/^The connection was lost/);
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await confirm();

    await waitFor(() => expect(deletions(calls)).toHaveLength(2));
    expect(reauthentication.signInAgain).toHaveBeenCalledTimes(signIns);
  });

  it('that is refused shows the reason beside its field, focuses the field, and deletes nothing', async () => {
    const refused = Object.assign(new Error('Incorrect username or password.'), {
      name: 'NotAuthorizedException',
    });
    reauthentication.signInAgain.mockRejectedValueOnce(refused);
    const calls = await openDialog();
    await confirm();

    expect(await within(await dialog()).findByText(refused.message)).toBeTruthy();
    expect(screen.getAllByText(refused.message)).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(secretInput()));
    expect(secretInput().getAttribute('aria-invalid')).toBe('true');
    expect(deletions(calls)).toEqual([]);
  });

  it('accepts a code with blanks that was sent instead of the password', async () => {
    const confirmCode = vi.fn(() => Promise.resolve('token of the code'));
    reauthentication.sendSignInCode.mockResolvedValueOnce(confirmCode);
    fakeApi();
    // The site reads its settings once, so this changes the cached ones.
    const settings = await readSiteConfig();
    settings.magicLink = true;
    onTestFinished(() => void (settings.magicLink = false));
    const calls = await openDialog();
    fireEvent.click(await screen.findByRole('button', { name: CODE_BUTTON }));
    await screen.findByLabelText('Code from the email');
    expect(reauthentication.sendSignInCode).toHaveBeenCalledExactlyOnceWith(ADA.email);
    type(ADA.email);
    typeSecret(' 123 456 ');
    fireEvent.click(await confirmButton());

    await waitFor(() => expect(deletions(calls)).toHaveLength(1));
    expect(confirmCode).toHaveBeenCalledExactlyOnceWith('123456');
    expect(deletions(calls)[0]?.authorization).toBe('Bearer token of the code');
  });
});

describe('the deletion of an account', () => {
  it('shows its progress and is sent once', async () => {
    const answer = deferredReply<'deleteAccount'>();
    const calls = await openDialog({ deleteAccount: () => answer.promise });
    await confirm();

    expect((await confirmButton()).textContent).toBe(' Deleting...');
    expect((await confirmButton()).disabled).toBe(true);
    expect(input().disabled).toBe(true);
    await waitFor(() => expect(deletions(calls)).toHaveLength(1));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    fireEvent.submit(input());
    expect(deletions(calls)).toHaveLength(1);
    expect(cognito.signOut).not.toHaveBeenCalled();
    answer.resolve(json({ closed: true }));
    await waitFor(() => expect(cognito.signOut).toHaveBeenCalledOnce());
  });

  it('signs out, opens the sign-in page, and leaves no data in the browser', async () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem('currentPromptOwner', ADA.id);
    localStorage.setItem('pendingCode.reset', JSON.stringify({ email: ADA.email, requestedAt: 1 }));
    localStorage.setItem('pendingGenerations', JSON.stringify([{ userId: ADA.id }]));
    sessionStorage.setItem('awaitedPayment', JSON.stringify({ userId: ADA.id, id: 'cs_1' }));
    await openDialog();
    await confirm();

    expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(screen.getByText('It welcomes nobody back')).toBeTruthy();
    expect(currentUrl()).toBe('/auth');
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    [
      'the server fails',
      () => refusal('internal'),
      'Deleting your account has not finished: Something went wrong on our side. Please try again.',
    ],
    [
      'the connection is lost',
      () => lostConnection(),
      'The connection was lost before we heard that your account is deleted. Please try again.',
    ],
  ])('shows what to do next when %s, keeps the session, and can be repeated', async (_, failure, message) => {
    const answers = [failure, () => json({ closed: true as const })];
    const calls = await openDialog({ deleteAccount: () => (answers.shift() ?? failure)() });
    await confirm();

    expect(await within(await dialog()).findByText(message)).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(1);
    const button = await confirmButton();
    // The message may be shown a moment before the button is enabled again.
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(cognito.signOut).not.toHaveBeenCalled();
    expect(screen.queryByText('Your account has been deleted.')).toBeNull();

    await confirm();
    expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
    expect(deletions(calls)).toHaveLength(2);
  });
});
